import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI

@testable import ConsoleApp

/// JWTs with a signature that no one made, and a session that holds them.
enum MadeTokens {
    /// The last part of every made token: nothing on the screen may show it.
    static let signature = "c2lnbmF0dXJlLW5vLW9uZS1tYWRl"

    static func jwt(header: JSONObject = ["alg": "ES256", "kid": "3f2a", "typ": "at+jwt"], _ claims: JSONObject)
        -> Secret
    {
        jwt(header: header, payload: claims.serialized())
    }

    static func jwt(header: JSONObject = ["alg": "ES256", "kid": "3f2a"], payload: String) -> Secret {
        Secret("\(Base64URL.encode(header.serialized().utf8)).\(Base64URL.encode(payload.utf8)).\(signature)")
    }

    /// The access token of the nth response: a refresh changes its times and its identifier, the third its scope.
    static func access(_ number: Int, expiresIn: Int = 47) -> Secret {
        let now = Int(Samples.now.timeIntervalSince1970.rounded(.down))
        return jwt([
            "iss": "http://127.0.0.1:41873", "sub": "248289761001", "aud": "http://127.0.0.1:41874",
            "client_id": "session-console", "scope": .string(number > 2 ? "openid orders" : "openid profile"),
            "iat": .number(JSONNumber(now + expiresIn - 60)), "exp": .number(JSONNumber(now + expiresIn)),
            "jti": .string("token-\(number)"), "cnf": ["jkt": "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"],
            "realm_access": ["roles": ["reader", "buyer"]],
        ])
    }

    static let refresh = Secret("refresh-token-that-is-opaque")

    static func identity() -> Secret {
        let now = Int(Samples.now.timeIntervalSince1970.rounded(.down))
        return jwt(
            header: ["alg": "RS256", "kid": "3f2a"],
            [
                "iss": "http://127.0.0.1:41873", "sub": "248289761001", "aud": "session-console",
                "iat": .number(JSONNumber(now - 13)), "exp": .number(JSONNumber(now + 47)),
            ])
    }

    /// The status of a session with these tokens.
    static func status(access: Secret) -> SessionStatus {
        var status = Samples.status()
        status.accessToken?.fingerprint = access.fingerprint
        status.refreshToken?.fingerprint = refresh.fingerprint
        status.idToken?.fingerprint = identity().fingerprint
        return status
    }

    static func tokens(access: Secret) -> SessionTokens {
        let status = status(access: access)
        var tokens = Samples.tokens
        tokens.access = status.accessToken ?? tokens.access
        tokens.refresh = status.refreshToken
        tokens.idToken = status.idToken
        return tokens
    }
}

extension Console {
    /// A session that was refreshed twice, on the screen of its tokens.
    static func inspecting(size: Size = Size(width: 120, height: 36), glyphs: Glyphs = .unicode) -> Console {
        var console = Console(size: size, glyphs: glyphs)
        console.issue(MadeTokens.access(1, expiresIn: 10), at: -50) { .signedIn(flow: "browser", $0) }
        console.issue(MadeTokens.access(2, expiresIn: 30), at: -30) {
            .refreshed($0, replacedAccess: nil, replacedRefresh: nil)
        }
        console.issue(MadeTokens.access(3), at: -13) { .refreshed($0, replacedAccess: nil, replacedRefresh: nil) }
        console.send(.signInOffersCame(.known([:])))
        console.press(.character("3"))
        return console
    }

    /// Lets tokens come, and lets them be read as the runner does.
    mutating func issue(
        _ access: Secret, refresh: Secret = MadeTokens.refresh, at offset: Double = 0,
        _ kind: (SessionTokens) -> SessionEvent.Kind
    ) {
        let sequence = model.scene.history.lastSequence + 1
        send(.event(Samples.event(sequence, kind(MadeTokens.tokens(access: access)), at: offset)))
        let status = MadeTokens.status(access: access)
        send(.status(status))
        let reading = TokenReading(
            access: access, refresh: refresh, idToken: MadeTokens.identity(), status: status)
        send(.tokens(reading))
    }

    var tokens: TokensScreen { model.screens.tokens }

    /// What the last message asked of the session.
    var sessionEffects: [SessionEffect] {
        effects.compactMap { if case .session(let effect) = $0 { effect } else { nil } }
    }
}
