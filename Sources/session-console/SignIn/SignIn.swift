import ConsoleApp
import FoundationEssentials
import LoopbackRedirect
import SessionCore
import TerminalUI

/// One sign-in, with the command line's options.
struct SignIn {
    let context: CommandContext
    let settings: ProviderSettings

    /// Throws ``CommandFailure`` if the command line lacks something that the flow needs, ``SessionError`` if it fails.
    func run(_ flow: SignInFlowName, in session: Session) async throws {
        guard flow == .import else { return try await session.signIn(try self.flow(flow, after: await session.status)) }
        try checkOptions(for: flow)
        try await takeOver(in: session)
    }

    /// The flow with the command line's options, after the session has stood so.
    ///
    /// Throws ``CommandFailure`` if the command line lacks something that the flow needs, and for
    /// ``SignInFlowName/import``, which is of no use without a session.
    func flow(_ flow: SignInFlowName, after status: SessionStatus) throws -> any SignInFlow {
        try checkOptions(for: flow)
        switch flow {
        case .code: return try codeFlow(after: status)
        case .device:
            let presenter = LoginPresenter(context: context)
            return DeviceFlow { presenter.present($0) }
        case .password: return try passwordFlow()
        case .clientCredentials: return ClientCredentialsFlow()
        case .jwtBearer, .tokenExchange:
            return try TokenFileFlows.named(flow, settings.tokenFile, of: context.command)
        case .import:
            throw CommandFailure(
                .badCommandLine, "--flow import takes tokens over, and does not sign in.",
                advice: "See: \(ProgramCall.line(context.command.name, "--help"))")
        }
    }

    private func checkOptions(for flow: SignInFlowName) throws(CommandFailure) {
        func refuse(_ option: Option, unless flows: SignInFlowName...) throws(CommandFailure) {
            guard context.invocation.contains(option), !flows.contains(flow) else { return }
            throw CommandFailure(
                .badCommandLine, "--\(option.name) has no effect with --flow \(flow.rawValue).",
                advice: "See: \(ProgramCall.line(context.command.name, "--help"))")
        }
        try refuse(.noBrowser, unless: .code)
        try refuse(.username, unless: .code, .password)
        try refuse(.passwordStdin, unless: .password)
    }

    private func codeFlow(after status: SessionStatus) throws -> AuthorizationCodeFlow {
        let pasted = PastedRedirect(redirectURI: settings.redirectURI)
        let presenter = LoginPresenter(
            context: context, pasteOnly: settings.receivesRedirect ? nil : settings.redirectURI)
        let lines = PastedLines(into: pasted, output: context.output)
        let receivers: [any RedirectReceiver] =
            settings.receivesRedirect ? [try LoopbackRedirect(redirectURI: settings.redirectURI)] : []
        var flow = AuthorizationCodeFlow(receivers: receivers + [pasted]) { link in
            await presenter.present(link)
            lines.read()
            await presenter.remind()
        }
        flow.add(settings.authorization, after: status)
        if let name = context.invocation.value(of: .username) { flow.loginHint = name }
        return flow
    }

    /// The code flow for a program whose standard input and output are not a person's.
    func browserFlow(after status: SessionStatus) throws -> AuthorizationCodeFlow {
        guard settings.receivesRedirect else {
            throw CommandFailure(
                .failed, "No browser is opened: this program does not receive the redirect.",
                advice: "Sign in with: \(settings.call("login"))")
        }
        let (output, environment) = (context.output, context.environment)
        var flow = AuthorizationCodeFlow(receivers: [try LoopbackRedirect(redirectURI: settings.redirectURI)]) { link in
            output.inform("To sign in, open this link:")
            output.inform(SafeText.plain(link.absoluteString, glyphs: .unicode))
            // Some browser commands return only when the window is closed.
            Task { await Browser.open(link.absoluteString, environment: environment) }
        }
        flow.add(settings.authorization, after: status)
        return flow
    }

    private func passwordFlow() throws(CommandFailure) -> PasswordFlow {
        guard let username = context.invocation.value(of: .username) else {
            throw CommandFailure(
                .missingOption(.username, why: "--flow password needs it"), command: context.command.name)
        }
        guard context.invocation.contains(.passwordStdin) else {
            return PasswordFlow(username: username, password: try PasswordPrompt.ask("Password of \(username): "))
        }
        // The line break at the end is not part of the password.
        let text = String(decoding: try StandardInput.bytes(limit: 1 << 20), as: UTF8.self)
        let password = text.trimmingSuffix(while: \.isNewline)
        guard !password.isEmpty else { throw CommandFailure(.failed, "Standard input contains no password.") }
        return PasswordFlow(username: username, password: Secret(password))
    }

    private func takeOver(in session: Session) async throws {
        if Terminal.isInput {
            context.output.inform("Paste the JSON of a token response (RFC 6749 §5.1), then press enter and ctrl-d:")
        }
        let flow = ImportFlow(json: Secret(try StandardInput.text()))
        do throws(SessionError) {
            try await session.signIn(flow)
        } catch .unintelligible(let part, _) {
            throw CommandFailure(
                .failed, "Standard input is not a token response: \(part).",
                advice: "It must be the JSON of a token endpoint's answer (RFC 6749 §5.1).")
        }
    }
}
