import FoundationEssentials
import JOSE
import SessionCore

extension TokenCheck {
    /// JWTs that the provider has not issued.
    static let forgeries = [
        TokenCheck(
            "forged-unsigned", "a forged JWT without a signature", .rfc(9068, "4"),
            "Whoever writes down a user's name is that user at a resource that takes it.",
            mend: "Take the algorithms that the provider uses, and no other; never none."
        ) { visit in await visit.sight(of: visit.unsigned) },

        TokenCheck(
            "forged-key", "a forged JWT, signed by an unknown key", .rfc(9068, "4"),
            "Whoever makes a key is any user at a resource that takes it.",
            mend: "Verify with the keys of the provider's jwks_uri, and with none that a token brings along."
        ) { visit in await visit.sight(of: visit.byOwnKey) },

        TokenCheck(
            "forged-secret", "a forged JWT, signed by the public key", .rfc(8725, "2.1"),
            "The public key is known to all: where it is taken for a shared secret, anybody signs with it.",
            mend: "Tie each key to its algorithm: never check an HMAC with a public key."
        ) { visit in await visit.sight(of: visit.bySecret) },

        TokenCheck(
            "forged-end", "a forged JWT that has expired", .rfc(9068, "4"),
            "A token that leaks is good for ever where its end is not looked at, and no client is told to refresh.",
            mend: "Refuse a token whose exp has passed."
        ) { visit in
            let end = visit.claims["iat"]?.double ?? 0
            return await visit.sight(of: "exp") { claims in
                claims["iat"] = .number(JSONNumber(Int(end) - 7_200))
                claims["nbf"] = nil
                claims["exp"] = .number(JSONNumber(Int(end) - 3_600))
            }
        },

        TokenCheck(
            "forged-audience", "a forged JWT for another audience", .rfc(9068, "4"),
            "Where it is taken, every other resource of the provider can use its users' tokens here.",
            mend: "Refuse a token whose aud lacks this resource."
        ) { visit in await visit.sight(of: "aud") { $0["aud"] = "https://another.example" } },

        TokenCheck(
            "forged-issuer", "a forged JWT of another issuer", .rfc(9068, "4"),
            "Where it is taken, the users of another provider are users here.",
            mend: "Refuse a token whose iss is not the issuer."
        ) { visit in await visit.sight(of: "iss") { $0["iss"] = "https://another.example" } },
    ]
}
