package import JOSE

/// The meanings of the registered members of a token's header and claims.
package enum MemberGlossary {
    package struct Entry: Sendable {
        package var meaning: String
        /// The words for a time before and after it; `nil` for a member that is not a time.
        package var time: TimePhrases?
    }

    package struct TimePhrases: Sendable, Hashable {
        package var ahead: String
        package var past: String

        package init(ahead: String, past: String) {
            self.ahead = ahead
            self.past = past
        }
    }

    /// RFC 7515 §4.1, RFC 7516 §4.1, RFC 7797 §3, RFC 9449 §4.2.
    package static let header: [String: Entry] = [
        "alg": Entry(meaning: "signature algorithm"),
        "typ": Entry(meaning: "kind of token"),
        "cty": Entry(meaning: "kind of content"),
        "kid": Entry(meaning: "name of the key"),
        "jku": Entry(meaning: "address of the sender's keys; never fetched"),
        "jwk": Entry(meaning: "key included by the sender; never trusted"),
        "x5u": Entry(meaning: "address of the sender's certificate; never fetched"),
        "x5c": Entry(meaning: "certificates included by the sender; never trusted"),
        "x5t": Entry(meaning: "SHA-1 of the certificate"),
        "x5t#S256": Entry(meaning: "SHA-256 of the certificate"),
        "crit": Entry(meaning: "extensions that must be understood"),
        "b64": Entry(meaning: "whether the payload is base64url"),
        "enc": Entry(meaning: "content encryption"),
        "zip": Entry(meaning: "compression"),
    ]

    /// The header of an encrypted token (RFC 7516 §4.1.1, §4.1.2).
    package static let encryptedHeader: [String: Entry] = header.merging([
        "alg": Entry(meaning: "key management algorithm"),
        "enc": Entry(meaning: "content encryption algorithm"),
    ]) { $1 }

    /// RFC 7519 §4.1, OpenID Connect Core §2 and §5.1, RFC 7662, RFC 7800, RFC 8417 §2.2, RFC 8693 §4, RFC 9068 §2.2,
    /// RFC 9470 §6, RFC 9901 §4.
    package static let claims: [String: Entry] = [
        "iss": Entry(meaning: "issuer"),
        "sub": Entry(meaning: "subject"),
        "aud": Entry(meaning: "audience"),
        "exp": Entry(meaning: "end", time: TimePhrases(ahead: "expires in", past: "expired")),
        "nbf": Entry(meaning: "beginning", time: TimePhrases(ahead: "valid in", past: "valid since")),
        "iat": Entry(meaning: "issue", time: TimePhrases(ahead: "in the future by", past: "issued")),
        "jti": Entry(meaning: "identifier of the token"),
        "auth_time": Entry(meaning: "sign-in", time: TimePhrases(ahead: "in the future by", past: "signed in")),
        "updated_at": Entry(meaning: "profile", time: TimePhrases(ahead: "changes in", past: "changed")),
        "nonce": Entry(meaning: "binds it to one sign-in"),
        "azp": Entry(meaning: "client that it was issued to"),
        "client_id": Entry(meaning: "client that it was issued to"),
        "at_hash": Entry(meaning: "half a hash of the access token"),
        "c_hash": Entry(meaning: "half a hash of the authorization code"),
        "s_hash": Entry(meaning: "half a hash of the state"),
        "acr": Entry(meaning: "authentication context class (strength of the sign-in)"),
        "amr": Entry(meaning: "authentication methods"),
        "sid": Entry(meaning: "session at the provider"),
        "scope": Entry(meaning: "scope granted"),
        "scp": Entry(meaning: "scope granted"),
        "roles": Entry(meaning: "roles of the subject"),
        "groups": Entry(meaning: "groups of the subject"),
        "entitlements": Entry(meaning: "rights of the subject"),
        "cnf": Entry(meaning: "key that the presenter must prove to hold"),
        "act": Entry(meaning: "party that acts for the subject"),
        "may_act": Entry(meaning: "party that may act for the subject"),
        "_sd": Entry(meaning: "digests of claims that can be disclosed"),
        "_sd_alg": Entry(meaning: "hash function of the digests"),
        "sd_hash": Entry(meaning: "hash of what is presented"),
        "token_introspection": Entry(meaning: "introspection of a token"),
        "events": Entry(meaning: "reported events"),
        "toe": Entry(meaning: "event", time: TimePhrases(ahead: "in the future by", past: "happened")),
        "txn": Entry(meaning: "transaction that the event belongs to"),
        "htm": Entry(meaning: "method of the request"),
        "htu": Entry(meaning: "URL of the request"),
        "ath": Entry(meaning: "hash of the access token"),
        "name": Entry(meaning: "full name"),
        "given_name": Entry(meaning: "given name"),
        "family_name": Entry(meaning: "family name"),
        "preferred_username": Entry(meaning: "preferred name; not an identifier"),
        "email": Entry(meaning: "email address; not an identifier"),
        "email_verified": Entry(meaning: "whether the address was verified"),
        "phone_number_verified": Entry(meaning: "whether the number was verified"),
        "zoneinfo": Entry(meaning: "time zone"),
        "locale": Entry(meaning: "language"),
    ]

    /// The times in an object inside a token, such as an introspection (RFC 9701 §5) or a status.
    ///
    /// Nothing says what a nested name means, so only what would be a time of this century is taken for one.
    package static func nested(in object: JSONObject) -> [String: Entry] {
        claims.filter { name, entry in
            entry.time != nil && (object[name]?.double ?? 0) >= 1_000_000_000
                && object[name].flatMap(RelativeTime.date) != nil
        }
    }

    /// A time in an object inside a token, by the names that lead to it.
    package struct NestedTime: Sendable {
        package var path: String
        package var value: JSONValue
        package var phrases: TimePhrases
    }

    /// The times in objects inside an object, lists included: `token_introspection.exp`.
    package static func nestedTimes(in object: JSONObject) -> [NestedTime] {
        object.members.flatMap { times(in: $0.value, at: $0.name) }
    }

    private static func times(in value: JSONValue, at path: String) -> [NestedTime] {
        if let object = value.object {
            let entries = nested(in: object)
            return object.members.flatMap { member -> [NestedTime] in
                let place = "\(path).\(member.name)"
                guard let phrases = entries[member.name]?.time else { return times(in: member.value, at: place) }
                return [NestedTime(path: place, value: member.value, phrases: phrases)]
            }
        }
        return (value.array ?? []).enumerated().flatMap { times(in: $1, at: "\(path).\($0)") }
    }

    /// Whether a standard names the type, be it by its suffix (RFC 9901).
    static func knows(type: String) -> Bool { types.contains(type) || type.hasSuffix("+sd-jwt") }

    /// The values of `typ` in RFC 7519, 9068, 9449, 8417, 9701 and OpenID Connect, in lower case and without
    /// `application/`.
    static let types: Set<String> = [
        "jwt", "at+jwt", "dpop+jwt", "secevent+jwt", "logout+jwt", "token-introspection+jwt", "oauth-authz-req+jwt",
        "client-authentication+jwt", "id_token+jwt", "id+jwt", "vc+jwt", "kb+jwt", "refresh",
    ]
}
