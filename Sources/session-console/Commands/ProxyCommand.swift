import FoundationEssentials
import HostSystem
import SessionCore
import SessionProxy
import TerminalUI

/// `proxy`: an address where every program's calls get the session's token.
extension Command {
    static let proxy = Command(
        name: "proxy",
        summary: "give any program's calls to an API the session's token",
        usage: "[[--listen PORT] [--new-key] | --socket PATH] [--only METHOD[:/PATH]]... [--wait] "
            + "[[--as NAME] -- COMMAND...] | --cut-off PROCESS",
        details: """
            For each origin of --api a line is printed: an address on this machine, and the
            origin that it leads to. What a program requests there goes to that origin with
            the session's token, or with a DPoP proof, in place of its own Authorization
            field. All programs share one refresh; after a 401 the token is renewed, and a
            request is sent again if its body is not larger than 8 MiB. Redirects are not
            followed; one within the API leads back here. The session's events have each
            call with the name and the process of its program.

            The address has a random key in its path: whoever knows it can use the token. It
            is kept for the profile, so that a program need be told of it once. One that
            takes a path of its own in place of the address's, as 'kubectl get --raw' does,
            needs the key there: /KEY/api/v1/nodes. Where another program listens at its
            port, the command ends with status 1 and takes no other one: your programs would
            go on to send their calls to that program.

            With COMMAND that runs unchanged, and uses its own URLs: its environment leads
            it to a proxy, which opens TLS for the hosts of --api alone, by an authority of
            this run, and puts the session's token in place of its own Authorization. The
            variable ACCESS_TOKEN, or --as NAME, has a placeholder for programs that want a
            token. Everything else passes unread. Only COMMAND and what it starts are
            served; the exit status is COMMAND's. Programs of Go use no proxy for localhost,
            and HTTP/2 alone, as gRPC has it, is refused: see 'exec'.

            With --socket the programs connect to a Unix socket that only its owner can
            open, and the Host field names the API; a PATH without a slash is in
            XDG_RUNTIME_DIR. Other users of this machine and pages of a browser are refused.
            Whoever can open the socket, as in a container that it is mounted into, has the
            session: --allow-user UID lets another user in as well, and wants --only.
            --only lets nothing else pass: a method, or a method and a path with all below
            it. Fields such as X-HTTP-Method-Override, which make another request of one,
            are left out then.

            --cut-off makes the keys of the profile's proxies new, and prints the addresses.
            What serves the session takes it up within a second: proxies, with COMMAND too,
            end the connections of that process, and answer it, and what it starts, 403 as
            long as it runs; its bridges answer every call with an error; 'token', 'exec'
            and the credential helpers end with status 3. Until then a proxy also refuses
            whom the system does not name. All other programs need the new address.
            'status --all' has the numbers of the processes of this machine. A token that
            was given goes on until it ends. A program of yours can read the new address in
            the profile's files: this keeps out one that is mistaken, not one that is
            hostile.

            Once the session has ended programs are answered 401, until it is signed in
            again; standard error says both. With --wait the command also begins without a
            session. It ends at ctrl-c.

            As a service of your user: run it once for its address, write this into
            ~/.config/systemd/user/session-console-proxy.service, and start it by
            'systemctl --user enable --now session-console-proxy'.

            [Unit]
            Description=The session's token for other programs
            [Service]
            ExecStart=session-console proxy --profile work --wait
            StandardOutput=null
            Restart=on-failure
            RestartSec=5
            RestartPreventExitStatus=2
            [Install]
            WantedBy=default.target
            """,
        example: "session-console proxy --api https://api.example.com --only GET:/orders",
        options: Option.proxyPlace + [.cutOff, .allowUser, .only, .variableName] + Option.staying,
        takesProvider: true,
        operands: 0...Int.max,
        run: { context in
            guard context.operands.isEmpty else { return try await context.serveCommand() }
            if context.invocation.contains(.variableName) {
                throw CommandFailure(
                    .badCommandLine, "--as is the variable of a COMMAND.", advice: "See: session-console proxy --help")
            }
            let file = KeptProxy.File(path: try context.folders().proxyFile(profile: try context.profile().name))
            if let process = try context.processToCutOff() { return try await context.cutOff(process, by: file) }
            let place = try ProxyPlace(context)
            let rules = try context.proxyRules()
            let waits = try context.waits()
            return try await CommandSession.open(context, isLive: true) { opened in
                if !waits { try await opened.requireSession() }
                // A signal between the socket and its note would leave the file.
                SignalWatch.shared.hold()
                defer { SignalWatch.shared.release() }
                let opener = ProxyOpener(
                    session: opened.session, settings: opened.settings, file: file, rules: rules,
                    login: await opened.login, onRefusal: { opened.tell($0.words) })
                let server = try await opener.open(at: place)
                SignalWatch.shared.beforeEnd { server.end() }
                SignalWatch.shared.release()
                if case .socket(let path, _) = place, rules.isEmpty {
                    opened.tell(
                        "Whoever can open \(path) has the session, as in a container that it is mounted into: say with "
                            + "--only what may pass.")
                }
                for route in server.routes { try context.output.line("\(route.address) \(route.origin)") }
                opened.tell("Serving until ctrl-c.")
                let following = Task {
                    await server.followOthers {
                        opened.tell("The keys are new: these are the addresses from now on.")
                        for route in server.routes { try? context.output.line("\(route.address) \(route.origin)") }
                    }
                }
                await opened.tellOfEnds()
                following.cancel()
                await server.stop()
                return .done
            }
        })
}

extension CommandSession {
    /// Says when the session ends, and when it is back, as long as there is one to look at.
    func tellOfEnds() async {
        var isSignedIn = true
        for await state in session.states() where state.isAuthenticated != isSignedIn {
            isSignedIn = state.isAuthenticated
            if case .noSession(let end) = state {
                tell("Programs are answered 401 from now on: \(end). Sign in with: \(await login)")
            } else {
                tell("Signed in again: programs get the session's token.")
            }
        }
    }
}

extension CommandContext {
    fileprivate func serveCommand() async throws -> ExitStatus {
        let served = try ServedCommand(self, only: try proxyRules())
        let waits = try waits()
        let status = try await CommandSession.open(self, isLive: true) { opened in
            if !waits { try await opened.requireSession() }
            return try await served.run(opened)
        }
        if status != 0 { throw ChildEnd(status: status) }
        return .done
    }

    /// The process of `--cut-off`, which goes with nothing that is about a proxy of this command's own.
    fileprivate func processToCutOff() throws(CommandFailure) -> pid_t? {
        guard let text = invocation.value(of: .cutOff) else { return nil }
        for other in Option.proxyPlace + [.allowUser, .only, .wait, .record] where invocation.contains(other) {
            throw CommandFailure(.conflict(.cutOff, other), command: command.name)
        }
        guard let process = pid_t(text), process > 1 else {
            throw CommandFailure(
                .badValue(.cutOff, text, expected: "the number of a process, as 'status --all' prints it"),
                command: command.name)
        }
        return process
    }

    fileprivate func cutOff(_ process: pid_t, by file: KeptProxy.File) async throws(CommandFailure) -> ExitStatus {
        let report = try await CutOffReport(cuttingOff: process, of: try profile().name, try folders())
        for sentence in [report.summary] + report.rest { output.inform(SafeText.plain(sentence, glyphs: .unicode)) }
        for route in try file.read().routes { try output.line("\(route.address) \(route.origin)") }
        return .done
    }

    fileprivate func proxyRules() throws(CommandFailure) -> [ProxyRule] {
        var rules: [ProxyRule] = []
        for text in invocation.values[.only] ?? [] {
            guard let rule = ProxyRule(text) else {
                throw CommandFailure(
                    .badValue(.only, text, expected: "a method such as GET, or GET:/path"), command: command.name)
            }
            rules.append(rule)
        }
        return rules
    }
}
