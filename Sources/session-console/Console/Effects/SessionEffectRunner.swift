import TerminalUI
import ConsoleApp
import FoundationEssentials
import LoopbackRedirect
import SessionCore

/// Carries out the effects on the session: refreshing, userinfo, signing out, showing and copying tokens.
@TerminalActor
final class SessionEffectRunner {
    private let work: WorkCount
    private let tools: ToolRunner
    private let receive: @TerminalActor (Message) -> Void
    /// Waits for the browser that has the page which ends the provider's own session.
    private var visit: Task<Void, Never>?

    init(_ work: WorkCount, tools: ToolRunner, receive: @escaping @TerminalActor (Message) -> Void) {
        (self.work, self.tools) = (work, tools)
        self.receive = receive
    }

    func perform(_ effect: SessionEffect, _ host: ConsoleHost) {
        let session = host.session
        switch effect {
        case .refresh:
            report({ .session(.refreshEnded($0)) }) { () throws(SessionError) in try await session.refresh() }
        case .renew:
            work.run {
                try? await session.refreshAccessTokenIfNeeded()
                self.receive(.session(.renewalEnded))
            }
        case .fetchUserInfo(isAsked: true):
            report({ .session(.userInfoEnded($0)) }) { () throws(SessionError) in
                _ = try await session.fetchUserInfo()
            }
        case .fetchUserInfo(isAsked: false): work.run { _ = try? await session.fetchUserInfo() }
        case .signOut(let force, let inBrowser): signOut(force: force, inBrowser: inBrowser, host)
        case .reveal(let kind): reveal(kind, session)
        case .copyAccessToken: copyAccessToken(session)
        case .readTokens, .verify, .verifyPasted, .introspect: inspect(effect, session)
        case .examineProvider: break
        }
    }

    /// Carries out the effects of the screen of tokens.
    private func inspect(_ effect: SessionEffect, _ session: Session) {
        work.run {
            if let message = await TokenInspector(session).message(for: effect) { self.receive(message) }
        }
    }

    private func report(
        _ message: @escaping (Result<Void, SessionError>) -> Message,
        _ action: @escaping @Sendable () async throws(SessionError) -> Void
    ) {
        work.run {
            do throws(SessionError) {
                try await action()
                self.receive(message(.success(())))
            } catch {
                self.receive(message(.failure(error)))
            }
        }
    }

    /// Leaves the browser alone that may come back to the redirect URI's port.
    func stopWaiting() { visit?.cancel() }

    private func signOut(force: Bool, inBrowser: Bool, _ host: ConsoleHost) {
        let session = host.session
        work.run {
            // The end session request needs the ID token, which the sign-out deletes.
            let visit = inBrowser ? await Self.endSessionVisit(of: session) : nil
            do throws(SessionError) {
                self.receive(.session(.signOutEnded(.success(try await session.signOut(force: force)))))
            } catch {
                return self.receive(.session(.signOutEnded(.failure(error))))
            }
            switch visit {
            case nil: break
            case .failure(let error): self.receive(.session(.endSessionShown(.unavailable(error))))
            case .success(let visit): self.visit = Task { await self.run(visit, host) }
            }
        }
    }

    private func run(_ visit: EndSessionVisit, _ host: ConsoleHost) async {
        let outcome = await host.session.run(visit, host.settings.signOutReceiver) { url in
            await self.tools.open(url.absoluteString)
        } awaiting: {
            await self.receive(.session(.endSessionShown(.opened)))
        }
        guard !Task.isCancelled else { return }
        let isCopied = outcome == .notOpened && tools.copy(link: visit.page.absoluteString)
        receive(.session(.endSessionShown(outcome == .notOpened ? .notOpened(isCopied: isCopied) : .over(outcome))))
    }

    private static func endSessionVisit(of session: Session) async -> Result<EndSessionVisit, SessionError> {
        do throws(SessionError) {
            return .success(try await session.endSessionVisit())
        } catch {
            return .failure(error)
        }
    }

    private func reveal(_ kind: TokenKind, _ session: Session) {
        work.run {
            if let secret = await TokenInspector(session).token(kind) {
                self.receive(.session(.tokenRevealed(kind, secret)))
            } else {
                self.receive(.session(.tokenUnavailable(kind, reason: "the session holds none")))
            }
        }
    }

    private func copyAccessToken(_ session: Session) {
        work.run {
            do throws(SessionError) {
                self.tools.copy(try await session.accessToken().value.reveal(), name: "the access token")
            } catch {
                self.receive(.tool(.copied("the access token", .refused(error.description))))
            }
        }
    }
}
