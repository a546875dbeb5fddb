package import ClientObservation
import SessionCore

extension WatchNotice {
    /// What happened, and what helps, in one line; it may contain text from outside.
    package var words: String {
        let passing = "From its next connection on it passes unopened, and nothing of it is seen."
        return ([sentence] + (passesHost ? [passing] : []) + remedies.map(advice)).joined(separator: " ")
    }

    private var sentence: String {
        let who = caller.map { caller in caller.process.map { "\(caller.name) (\($0))" } ?? caller.name }
        let program = who ?? "A program"
        let host = self.host ?? "a server"
        switch cause {
        case .distrusted(let alert):
            return "\(program) refuses the certificate of this watch for \(host) (TLS alert \(alert)). "
                + Runtime.words(ofTrust: runtime)
        case .noHTTP1: return "\(program) speaks HTTP/2 alone to \(host), as gRPC does; a watch speaks HTTP/1.1."
        case .handshake(nil): return "\(program) did not finish its TLS handshake for \(host) in time."
        case .handshake(let reason?): return "The TLS handshake of \(program) for \(host) failed: \(reason)."
        case .leftAfterHandshake:
            return "\(program) left \(host) right after the handshake, without a request: it may know its server's key."
        case .tlsToProxy:
            return "\(program) speaks TLS to the proxy itself. Its proxy must be named with http://, for https, too."
        case .proxyItself:
            return "\(program) sent a request to the proxy that names no server. It takes the proxy for an API."
        case .otherHost:
            return "\(program) named another host in a request to \(host): which of the two answers is the server's "
                + "choice, and what is said here of \(host) may be about the other one."
        case .foreignUser(let user):
            guard let user else {
                return "Nobody known connected to the proxy, and was refused: the program had gone before the system "
                    + "could say whose it was."
            }
            return "User \(user) connected to the proxy, and was refused."
        case .malformedHead(let reason): return "\(program) sent a malformed request to \(host): \(reason)."
        case .slowHead: return "The head of a request of \(program) did not come in time."
        case .tooManyConnections: return "Too many connections at once; more were refused."
        case .madeRoom:
            return "All connections are taken: the one that had been longest without a request was closed for another."
        case .tlsToServer:
            return "\(program) speaks TLS to this address, which takes plain HTTP: a tunnel ends TLS before it."
        case .proxyWanted: return "\(program) takes this address for a proxy, and was refused."
        case .openToOthers(let address):
            return "\(address) can be reached from other machines. Whoever reaches it reaches the server behind it."
        case .unreachable(let error): return "\(host) was not reached for \(program): \(error)."
        case .serverTLS(let error):
            return "\(host) was reached for \(program), and no request could be sent: \(error)."
        case .clientCertificate:
            return "\(host) asks for a client's certificate, which only \(program) itself can show."
        case .outlived(let left, let others):
            return "\(program) has ended, and left running: "
                + left.map { "\($0.name) (\($0.process ?? 0))" }.joined(separator: ", ")
                + (others == 0 ? "" : " and \(others) more") + ". The proxy in their environment ends with this watch."
        case .everyHostOpened:
            return "No host was named: each is opened until its messages show that they have to do with no session. "
                + "The authority of this run is bound to no names."
        case .notWatched(let hosts, let others):
            return "Not watched: " + hosts.map { "\($0.host) \($0.count)" }.joined(separator: ", ")
                + (others == 0 ? "." : ", and \(others) more hosts.")
        case .nothingCame:
            return
                "No request from \(who ?? "the command") to a watched host was seen. \(Runtime.words(ofProxy: runtime))"
        case .browserEnded:
            return "The Chromium of --browser ended at once, as it does without a display: the sign-in went to the "
                + "user's own browser."
        case .archiveLacks(let gap, let count): return gap.sentence(count)
        }
    }

    private func advice(_ remedy: Runtime.Remedy) -> String {
        switch remedy {
        case .machineName: "Use this machine's address in its network, or a name of that, in place of localhost."
        case .host: "Watch one of them, too: --host \(host ?? "HOST")"
        case .tunnel: "Pass it unopened: --tunnel \(host ?? "HOST")"
        case .option(let option): "Give it \(option)."
        case .startUnderRun(let program): "Start \(program) under this watch, too."
        }
    }
}

extension WatchNotice.ArchiveGap {
    fileprivate func sentence(_ count: Int) -> String {
        func number(_ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        return switch self {
        case .timeZone: "\(number("time")) without a zone: UTC is assumed."
        case .answerBody(isOfAll: true):
            "No answer has a body: which tokens were issued, refreshed or refused can't be seen, and what depends on "
                + "it is undecided."
        case .answerBody: "\(number("answer")) without the body it had: tokens in it can't be seen."
        case .requestBody(isOfAll: true):
            "No request has a body: what was sent to the provider can't be seen, and what depends on it is undecided."
        case .requestBody: "\(number("request")) without the body it had."
        }
    }
}

extension Runtime {
    /// Where a program takes its roots from; `nil` is one of an unknown kind.
    package static func words(ofTrust runtime: Runtime?) -> String {
        guard let runtime else { return "Its roots don't come from the environment, or it knows its server's key." }
        return switch runtime.trust {
        case .variable(let name): "\(runtime.name) takes its roots from \(name), unless an option overrides it."
        case .option(let option): "\(runtime.name) takes its roots by \(option)."
        case .fixed: "The roots of \(runtime.name) are fixed."
        }
    }

    /// Whether a program uses a proxy.
    package static func words(ofProxy runtime: Runtime?) -> String {
        guard let runtime else { return "It may ignore the proxy variables, or has sent nothing." }
        return switch runtime.proxy {
        case .followed: "\(runtime.name) follows the proxy variables, unless an option overrides them."
        case .followedExceptLoopback:
            "\(runtime.name) never uses a proxy for localhost and loopback addresses."
        case .set: "\(runtime.name) is led through the proxy by an option, which a client of its own can pass by."
        case .onlyIfAsked: "\(runtime.name) uses a proxy only if its code asks for that."
        }
    }
}
