import ClientObservation
import ConsoleApp
import FoundationEssentials
import JOSE
import SessionCore

extension SessionTokens {
    /// The latest tokens of a session that is watched; `nil` where its answer had no access token.
    init?(of session: ObservedSession, at moment: Date, idTokenIn body: [UInt8]) {
        guard let latest = session.generations.last, let access = latest.access else { return nil }
        let expiry = session.expiry.map { TokenExpiry.at($0, .expiresIn) } ?? .unknown
        let identity = IssuedBody(body)?.identity.map {
            IDTokenStatus(
                fingerprint: $0.fingerprint, expiresAt: nil,
                trust: .notChecked("another program's token is not verified"))
        }
        self.init(
            access: TokenStatus(fingerprint: access.fingerprint, obtainedAt: moment, expiry: expiry),
            refresh: (latest.refresh ?? session.refreshToken).map {
                TokenStatus(fingerprint: $0.fingerprint, obtainedAt: moment, expiry: .unknown)
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
