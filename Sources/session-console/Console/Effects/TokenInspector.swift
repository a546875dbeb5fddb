import ConsoleApp
import SessionCore

/// Reads and checks the session's tokens for the screen of tokens, away from the main actor.
struct TokenInspector: Sendable {
    private let session: Session

    init(_ session: Session) {
        self.session = session
    }

    func token(_ kind: TokenKind) async -> Secret? {
        let tokens = await session.revealTokens()
        return switch kind {
        case .access: tokens?.access
        case .refresh: tokens?.refresh
        case .identity: tokens?.idToken
        }
    }

    /// Carries out an effect on tokens; `nil` where there is nothing to tell.
    func message(for effect: SessionEffect) async -> Message? {
        switch effect {
        case .readTokens:
            guard let tokens = await session.revealTokens() else { return nil }
            return .happened(
                .tokens(
                    TokenReading(
                        access: tokens.access, refresh: tokens.refresh, idToken: tokens.idToken,
                        status: await session.status)))
        case .verify(let kind, let fingerprint):
            guard let token = await token(kind), token.fingerprint == fingerprint else {
                return .session(.tokenVerified(fingerprint, .notChecked("the session no longer holds the token")))
            }
            return .session(.tokenVerified(token.fingerprint, await session.verifySignature(of: token)))
        case .verifyPasted(let token):
            return .session(.tokenVerified(token.fingerprint, await session.verifySignature(of: token)))
        case .introspect(let kind, let asked):
            let token = await token(kind)?.fingerprint ?? asked
            do throws(SessionError) {
                if let obstacle = await introspectionObstacle { throw .unsupported(obstacle) }
                let introspection =
                    kind == .refresh
                    ? try await session.introspectRefreshToken() : try await session.introspectAccessToken()
                return .session(.introspectionEnded(token, .success(introspection)))
            } catch {
                return .session(.introspectionEnded(token, .failure(error)))
            }
        case .refresh, .renew, .fetchUserInfo, .signOut, .reveal, .copyAccessToken, .examineProvider: return nil
        }
    }

    private var introspectionObstacle: String? {
        get async {
            guard let metadata = try? await session.metadata(with: [.introspection]) else { return nil }
            return metadata.introspectionRuledOut(for: session.client)
        }
    }
}
