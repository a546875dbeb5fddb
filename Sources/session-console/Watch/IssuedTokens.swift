import ClientObservation
import ConsoleApp
import FoundationEssentials
import JOSE
import SessionCore

extension SessionTokens {
    /// The tokens that a message has brought a program; `nil` where its answer had no access token.
    init?(issuedBy message: Sighting, idTokenIn body: [UInt8]) {
        guard let issued = message.answer?.tokens, let access = issued.access else { return nil }
        let end = message.end ?? message.begin
        let expiry = issued.expiresIn.map { TokenExpiry.at(end + $0 / .seconds(1), .expiresIn) } ?? .unknown
        let identity = IssuedBody(body)?.identity.map {
            IDTokenStatus(
                fingerprint: $0.fingerprint, expiresAt: nil,
                trust: .notChecked("another program's token is not verified"))
        }
        // A refresh that returns no refresh token leaves it as it is (RFC 6749 §6).
        let refresh = issued.refresh ?? message.refreshToken
        self.init(
            access: TokenStatus(fingerprint: access.fingerprint, obtainedAt: message.begin, expiry: expiry),
            refresh: refresh.map {
                TokenStatus(fingerprint: $0.fingerprint, obtainedAt: message.begin, expiry: .unknown)
            },
            idToken: identity, scope: nil)
    }
}

extension TokenReading {
    /// What is written in the tokens of a token endpoint's answer; `nil` where there are none, or they are masked.
    init?(issuedIn body: [UInt8]) {
        guard let issued = IssuedBody(body) else { return nil }
        let tokens = [(TokenKind.access, issued.access), (.refresh, issued.refresh), (.identity, issued.identity)]
        self.init(
            tokens: tokens.compactMap { kind, token in
                token.map { Token(kind: kind, contents: TokenContents($0), expiry: .unknown) }
            })
        if self.tokens.isEmpty { return nil }
    }
}

/// The tokens of a token endpoint's answer (RFC 6749 §5.1), those that are masked left out.
private struct IssuedBody {
    let access: Secret?
    let refresh: Secret?
    let identity: Secret?

    init?(_ body: [UInt8]) {
        guard let json = try? JSONValue(parsing: body) else { return nil }
        func token(_ name: String) -> Secret? {
            json[name]?.string.flatMap { $0.hasPrefix(SecretNames.dots) ? nil : Secret($0) }
        }
        (access, refresh, identity) = (token("access_token"), token("refresh_token"), token("id_token"))
    }
}
