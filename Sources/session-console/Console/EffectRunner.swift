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
    /// Carries out what is about the terminal and the program themselves.
    var control: @MainActor (TerminalEffect) -> Void = { _ in }

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
        receive(.session(.contextChanged(host.context)))
        let session = host.session
        followers = [
            Task {
                for await event in session.events() {
                    self.receive(.session(.eventHappened(event)))
                    // The provider's own fault is used up without a word.
                    if case .refreshRejected = event.kind, host.demo != nil {
                        self.receive(.fault(.faultsChanged(armed: await FaultCommands.armed(host))))
                    }
                    self.refreshStatus(of: session)
                }
            },
            Task {
                for await _ in host.injections {
                    self.receive(.fault(.faultsChanged(armed: await FaultCommands.armed(host))))
                }
            },
            Task { await self.watchStore(of: session) },
        ]
        receive(.session(.statusChanged(await session.status)))
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
            self.receive(.session(.statusChanged(await session.status)))
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
        switch effect {
        case .session(let work): onHost(effect) { self.perform(work, $0.session) }
        case .signIn(let work): onHost(effect) { self.perform(work, $0) }
        case .call(let work): onHost(effect) { self.perform(work, $0.session) }
        case .fault(let command): onHost(effect) { self.perform(command, $0) }
        case .tool(let work): perform(work)
        case .terminal(let work): control(work)
        }
    }

    /// Does it now, or as soon as the session is there.
    private func onHost(_ effect: Effect, _ work: (ConsoleHost) -> Void) {
        if let host { work(host) } else { waiting.append(effect) }
    }

    private func perform(_ effect: SessionEffect, _ session: Session) {
        switch effect {
        case .refresh:
            report({ .session(.refreshEnded($0)) }) { () throws(SessionError) in try await session.refresh() }
        case .renew:
            Task {
                try? await session.refreshAccessTokenIfNeeded()
                self.receive(.session(.renewalEnded))
            }
        case .fetchUserInfo(isAsked: true):
            report({ .session(.userInfoEnded($0)) }) { () throws(SessionError) in
                _ = try await session.fetchUserInfo()
            }
        case .fetchUserInfo(isAsked: false): Task { try? await session.fetchUserInfo() }
        case .signOut(let force, let inBrowser): signOut(force: force, inBrowser: inBrowser, session)
        case .reveal(let kind): reveal(kind, session)
        case .copyAccessToken:
            Task {
                do throws(SessionError) {
                    self.copy(try await session.accessToken().value.reveal(), name: "the access token")
                } catch {
                    self.receive(.tool(.copied("the access token", .refused(error.description))))
                }
            }
        }
    }

    private func perform(_ effect: SignInEffect, _ host: ConsoleHost) {
        switch effect {
        case .askOffers:
            Task { self.receive(.signIn(.signInOffersCame(await SignInOffers.ask(host.session)))) }
        case .start(let choice, let stepUp):
            let runner = SignInRunner(host: host, environment: environment) { self.receive(.signIn($0)) }
            signIn = runner
            runner.start(choice, asking: stepUp)
        case .cancel: signIn?.cancel()
        case .submitRedirect(let text): signIn?.submit(text)
        }
    }

    private func perform(_ effect: CallEffect, _ session: Session) {
        switch effect {
        case .send(let ids, let request, let authorization):
            for id in ids { call(id, request, authorization, session) }
        case .cancel(let ids): ids.forEach { calls[$0]?.cancel() }
        case .prepareBody(let id, let bytes, let contentType):
            Task.detached {
                let body = PreparedBody(bytes, contentType: contentType)
                await self.receive(.call(.bodyPrepared(id, body)))
            }
        }
    }

    private func perform(_ effect: ToolEffect) {
        switch effect {
        case .copy(let text, let name): copyOrPrint(text, name: name)
        case .edit(let text): edit(text)
        case .view(let text): view(text)
        }
    }

    private func signOut(force: Bool, inBrowser: Bool, _ session: Session) {
        Task {
            // Asked for while the ID token is still there, which names the provider's session.
            let page = inBrowser ? await Self.endSessionPage(of: session) : nil
            do throws(SessionError) {
                self.receive(.session(.signOutEnded(.success(try await session.signOut(force: force)))))
            } catch {
                return self.receive(.session(.signOutEnded(.failure(error))))
            }
            switch page {
            case nil: break
            case .failure(let error): self.receive(.session(.endSessionShown(.unavailable(error))))
            case .success(let url): self.receive(.session(.endSessionShown(await self.show(url.absoluteString))))
            }
        }
    }

    private static func endSessionPage(of session: Session) async -> Result<URL, SessionError> {
        do throws(SessionError) {
            return .success(try await session.endSessionURL())
        } catch {
            return .failure(error)
        }
    }

    private func show(_ link: String) async -> EndSessionPage {
        if await Browser.open(link, environment: environment) { return .opened }
        return .notOpened(isCopied: terminal.copy(link))
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
            self.receive(.call(.responseArrived(id, await Self.send(request, authorization, session))))
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
                self.receive(.fault(.faultFailed(command.fault, reason: failure.reason)))
            }
            self.receive(.fault(.faultsChanged(armed: await FaultCommands.armed(host))))
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
                self.receive(.session(.tokenRevealed(kind, secret)))
            } else {
                self.receive(.session(.tokenUnavailable(kind, reason: "the session holds none")))
            }
        }
    }

    private func copy(_ text: String, name: String) {
        let wasSent = terminal.copy(text)
        receive(.tool(.copied(name, wasSent ? .sentToTerminal : .refused("it is longer than terminals take"))))
    }

    private func copyOrPrint(_ text: String, name: String) {
        if terminal.copy(text) { return receive(.tool(.copied(name, .sentToTerminal))) }
        Task {
            await terminal.printOut(text, prompt: "Longer than a terminal's clipboard takes. Enter goes back. ")
            self.receive(.tool(.copied(name, .printed)))
        }
    }

    private func edit(_ text: String) {
        Task {
            let outcome = await terminal.withTerminalReleased { [environment] in
                do throws(ChildProcess.Failure) {
                    return Result<String, ToolFailure>.success(try await TextTool.edit(text, environment: environment))
                } catch {
                    return .failure(ToolFailure(error.reason))
                }
            }
            self.receive(.tool(.edited(outcome)))
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
            if let failure { self.receive(.tool(.viewFailed(failure))) }
        }
    }
}
