import TerminalUI
import ConsoleApp
import FaultInjection
import FoundationEssentials
import LoopbackRedirect
import SessionCore

/// One sign-in from the dialog: runs the chosen flow, and reports to the dialog what the user must do.
///
/// A device code can wait beside the browser; the first that succeeds cancels the other.
@TerminalActor
final class SignInRunner {
    private let host: ConsoleHost
    /// `nil` where no browser is opened.
    private let environment: [String: String]?
    private let work: WorkCount
    private let receive: @TerminalActor (SignInMessage) -> Void
    private let pasted: PastedRedirect
    private var tasks: [Task<Void, Never>] = []
    /// How many flows are under way.
    private var running = 0
    private var hasEnded = false

    init(
        host: ConsoleHost, environment: [String: String]?, work: WorkCount,
        receive: @escaping @TerminalActor (SignInMessage) -> Void
    ) {
        self.work = work
        self.host = host
        self.environment = environment
        self.receive = receive
        pasted = PastedRedirect(redirectURI: host.settings.redirectURI)
    }

    func start(_ choice: SignInChoice, asking stepUp: StepUp) {
        run { [session = host.session] () throws(SessionError) in
            switch choice {
            case .browser: try await session.signIn(try await self.browserFlow(asking: stepUp))
            case .device: try await session.signIn(await self.deviceFlow(asking: stepUp))
            case .password(let username, let password):
                var flow = PasswordFlow(username: username, password: password)
                flow.additionalScope = await self.scope(asking: stepUp)
                try await session.signIn(flow)
            case .client: try await session.signIn(ClientCredentialsFlow())
            case .imported(let json): try await session.signIn(ImportFlow(json: json))
            }
        }
    }

    func addDevice(asking stepUp: StepUp) {
        guard !hasEnded else { return }
        run { [session = host.session] () throws(SessionError) in
            try await session.signIn(await self.deviceFlow(asking: stepUp))
        }
    }

    func cancel() {
        for task in tasks { task.cancel() }
    }

    private func run(_ flow: @escaping @TerminalActor () async throws(SessionError) -> Void) {
        running += 1
        tasks.append(
            work.run {
                do throws(SessionError) {
                    try await flow()
                    self.end(with: .success(()))
                } catch {
                    self.end(with: .failure(error))
                }
            })
    }

    private func end(with result: Result<Void, SessionError>) {
        running -= 1
        guard !hasEnded else { return }
        if case .failure(let error) = result, running > 0 {
            // The other one may still succeed.
            if error != .cancelled { receive(.redirectRefused("\(error)")) }
            return
        }
        hasEnded = true
        cancel()
        receive(.signInEnded(result))
    }

    /// Passes on a pasted redirect URL; one of another attempt becomes an event.
    func submit(_ text: String) {
        guard !pasted.paste(text) else { return }
        receive(.redirectRefused("not accepted: the address begins with the redirect URI and has code and state"))
    }

    private func show(_ link: String, openedInBrowser isOpened: Bool) {
        guard !hasEnded else { return }
        receive(.authorizationURLReady(link, openedInBrowser: isOpened))
    }

    private func browserFlow(asking stepUp: StepUp) async throws(SessionError) -> AuthorizationCodeFlow {
        var receivers: [any RedirectReceiver] = [pasted]
        if host.settings.receivesRedirect {
            let loopback = try LoopbackRedirect(redirectURI: host.settings.redirectURI)
            receivers.insert(StateChanger(loopback, switches: host.switches), at: 0)
        }
        var flow = AuthorizationCodeFlow(receivers: receivers) { [environment] link in
            await self.show(link.absoluteString, openedInBrowser: false)
            // Some browser commands return only when the window is closed.
            guard let environment else { return }
            Task {
                guard await Browser.open(link.absoluteString, environment: environment) else { return }
                await self.show(link.absoluteString, openedInBrowser: true)
            }
        }
        flow.add(host.settings.authorization, after: await host.session.status)
        flow.additionalScope = await scope(asking: stepUp)
        if !stepUp.acrValues.isEmpty { flow.acrValues = stepUp.acrValues }
        flow.maxAge = stepUp.maxAge ?? flow.maxAge
        if let claims = stepUp.claims { flow.extraParameters["claims"] = claims }
        return flow
    }

    private func deviceFlow(asking stepUp: StepUp) async -> DeviceFlow {
        var flow = DeviceFlow { prompt in await self.receive(.devicePromptShown(prompt)) }
        flow.additionalScope = await scope(asking: stepUp)
        return flow
    }

    /// What an answer demands besides what the session was asked for until now: a second demand takes the first along.
    private func scope(asking stepUp: StepUp) async -> [String] {
        guard !stepUp.scope.isEmpty else { return [] }
        let before = await host.session.status.requestedScope ?? []
        return before + stepUp.scope.filter { !before.contains($0) }
    }
}
