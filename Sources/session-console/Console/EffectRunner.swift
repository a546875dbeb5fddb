import ConsoleApp
import DemoProvider
import FaultInjection
import FoundationEssentials
import SessionCore
import TerminalCurses

/// Carries out what the model asks for, each in a task of its own, and reports what came of it as messages.
@MainActor
final class EffectRunner {
    var receive: @MainActor (Message) -> Void = { _ in }

    private let terminal: CursesTerminal
    private let environment: [String: String]
    private var host: ConsoleHost?
    /// What was asked for before the session was there.
    private var waiting: [Effect] = []
    private var followers: [Task<Void, Never>] = []
    private var calls: [CallID: Task<Void, Never>] = [:]
    private var signIn: SignInRunner?
    private var statusIsStale = false

    init(terminal: CursesTerminal, environment: [String: String]) {
        self.terminal = terminal
        self.environment = environment
    }

    /// Takes the session over once it is there, follows it, and does what was asked for meanwhile.
    func attach(_ host: ConsoleHost) async {
        self.host = host
        receive(.contextChanged(host.context))
        let session = host.session
        followers = [
            Task {
                for await event in session.events() {
                    self.receive(.eventHappened(event))
                    self.refreshStatus(of: session)
                    // Who signed in is what one wants to see next; it also verifies the session.
                    if case .signedIn = event.kind { Task { try? await session.fetchUserInfo() } }
                }
            },
            Task {
                for await injection in host.injections {
                    session.report(injected: injection.description)
                    self.receive(.faultsChanged(armed: FaultCommands.armed(in: host.switches)))
                }
            },
            Task { await self.watchStore(of: session) },
            Task { await TokenKeeper.run(session) },
        ]
        receive(.statusChanged(await session.status))
        let waiting = waiting
        self.waiting = []
        waiting.forEach(perform)
    }

    /// The session whose work must not be lost; `nil` where there is none.
    var keptSession: Session? { host.flatMap { $0.isKept ? $0.session : nil } }

    /// Ends what is under way; the session itself stays as it is.
    func detach() async {
        signIn?.cancel()
        for task in followers + Array(calls.values) { task.cancel() }
        await host?.demo?.stop()
    }

    /// Asks for the status once, however many events came meanwhile.
    private func refreshStatus(of session: Session) {
        guard !statusIsStale else { return }
        statusIsStale = true
        Task {
            self.statusIsStale = false
            self.receive(.statusChanged(await session.status))
        }
    }

    /// Other processes may share the store: what they did shows within two seconds.
    private func watchStore(of session: Session) async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(2))
            await session.checkStore()
        }
    }

    func perform(_ effect: Effect) {
        guard let host else { return waiting.append(effect) }
        let session = host.session
        switch effect {
        case .signIn(let choice):
            let runner = SignInRunner(host: host, environment: environment, receive: receive)
            signIn = runner
            runner.start(choice)
        case .askSignInOffers: Task { self.receive(.signInOffersCame(await SignInOffers.ask(session))) }
        case .cancelSignIn: signIn?.cancel()
        case .submitRedirect(let text): signIn?.submit(text)
        case .signOut(let force):
            report({ .signOutEnded($0) }) { () throws(SessionError) in try await session.signOut(force: force) }
        case .refresh: report({ .refreshEnded($0) }) { () throws(SessionError) in try await session.refresh() }
        case .fetchUserInfo:
            report({ .userInfoEnded($0) }) { () throws(SessionError) in _ = try await session.fetchUserInfo() }
        case .send(let ids, let request, let authorization):
            for id in ids { call(id, request, authorization, session) }
        case .cancelCalls(let ids): ids.forEach { calls[$0]?.cancel() }
        case .prepareBody(let id, let bytes, let contentType):
            Task.detached {
                let body = PreparedBody(bytes, contentType: contentType)
                await self.receive(.bodyPrepared(id, body))
            }
        case .fault(let command): perform(command, host)
        case .reveal(let kind): reveal(kind, session)
        case .copy(let text, let name): copy(text, name: name)
        case .copyAccessToken:
            Task {
                do throws(SessionError) {
                    self.copy(try await session.accessToken().value.reveal(), name: "access token")
                } catch {
                    self.receive(.copied("access token", .refused(error.description)))
                }
            }
        case .edit(let subject, let text): edit(subject, text)
        case .view(let text): view(text)
        case .quit, .suspend, .redraw: break
        }
    }

    private func report(
        _ message: @escaping (Result<Void, SessionError>) -> Message,
        _ work: @escaping @Sendable () async throws(SessionError) -> Void
    ) {
        Task {
            do throws(SessionError) {
                try await work()
                self.receive(message(.success(())))
            } catch {
                self.receive(message(.failure(error)))
            }
        }
    }

    private func call(
        _ id: CallID, _ request: HTTPRequest, _ authorization: RequestAuthorization, _ session: Session
    ) {
        calls[id] = Task {
            self.receive(.responseArrived(id, await Self.send(request, authorization, session)))
            self.calls[id] = nil
        }
    }

    /// Away from the main actor: a request may want a proof signed.
    @concurrent
    private static func send(
        _ request: HTTPRequest, _ authorization: RequestAuthorization, _ session: Session
    ) async -> Result<AuthorizedResponse, SessionError> {
        do throws(SessionError) {
            return .success(try await session.send(request, authorization: authorization))
        } catch {
            return .failure(error)
        }
    }

    private func perform(_ command: FaultCommand, _ host: ConsoleHost) {
        Task {
            let outcome = await FaultCommands.perform(command, host)
            if case .failure(let failure) = outcome {
                self.receive(.faultFailed(command.fault, reason: failure.reason))
            }
            self.receive(.faultsChanged(armed: FaultCommands.armed(in: host.switches)))
        }
    }

    private func reveal(_ kind: TokenKind, _ session: Session) {
        Task {
            let tokens = await session.revealTokens()
            let secret: Secret? =
                switch kind {
                case .access: tokens?.access
                case .refresh: tokens?.refresh
                case .identity: tokens?.idToken
                }
            if let secret {
                self.receive(.tokenRevealed(kind, secret))
            } else {
                self.receive(.tokenUnavailable(kind, reason: "the session holds none"))
            }
        }
    }

    private func copy(_ text: String, name: String) {
        let wasSent = terminal.copy(text)
        receive(.copied(name, wasSent ? .sentToTerminal : .refused("it is longer than terminals take")))
    }

    private func edit(_ subject: EditSubject, _ text: String) {
        Task {
            let outcome = await terminal.withTerminalReleased { [environment] in
                do throws(ChildProcess.Failure) {
                    return Result<String, ToolFailure>.success(try await TextTool.edit(text, environment: environment))
                } catch {
                    return .failure(ToolFailure(error.reason))
                }
            }
            self.receive(.edited(subject, outcome))
        }
    }

    private func view(_ text: String) {
        Task {
            let failure = await terminal.withTerminalReleased { [environment] () -> ToolFailure? in
                do throws(ChildProcess.Failure) {
                    try await TextTool.view(text, environment: environment)
                    return nil
                } catch {
                    return ToolFailure(error.reason)
                }
            }
            if let failure { self.receive(.viewFailed(failure)) }
        }
    }
}
