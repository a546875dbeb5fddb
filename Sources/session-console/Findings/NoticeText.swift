import ClientWatch
import Interception
import SessionCore
import TerminalUI

/// A notice of a watch as lines for a terminal of 80 columns: what happened, and what helps.
enum NoticeText {
    static func lines(_ notice: WatchNotice) -> [String] {
        let text = SafeText.plain(words(notice), glyphs: .unicode)
        return ["notice:"] + Columns.lines(text, indentation: 4).map { "    \($0)" }
    }

    /// A notice as one line; it may contain text from outside.
    static func words(_ notice: WatchNotice) -> String {
        ([sentence(notice)] + notice.remedies.map { advice($0, notice) }).joined(separator: " ")
    }

    private static func sentence(_ notice: WatchNotice) -> String {
        let who = notice.caller.map { caller in caller.process.map { "\(caller.name) (\($0))" } ?? caller.name }
        let program = who ?? "A program"
        let host = notice.host ?? "a server"
        switch notice.cause {
        case .distrusted(let alert):
            return "\(program) refuses the certificate of this watch for \(host) (TLS alert \(alert)). "
                + trust(notice.runtime)
        case .noHTTP1: return "\(program) speaks HTTP/2 alone to \(host), as gRPC does; a watch speaks HTTP/1.1."
        case .handshake(nil): return "\(program) did not finish its TLS handshake for \(host) in time."
        case .handshake(let failure?): return "The TLS handshake of \(program) for \(host) failed: \(words(failure))."
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
        case .malformedHead(let flaw): return "\(program) sent a malformed request to \(host): \(flaw)."
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
            return "Nothing of \(who ?? "the command") to a watched host has come. \(proxy(notice.runtime))"
        case .browserEnded:
            return "The Chromium of --browser ended at once, as it does without a display: the sign-in went to the "
                + "user's own browser."
        case .archiveLacks(let gap, let count): return sentence(gap, count)
        }
    }

    private static func sentence(_ gap: WatchNotice.ArchiveGap, _ count: Int) -> String {
        func number(_ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        return switch gap {
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

    private static func words(_ failure: TLSFailure) -> String {
        switch failure {
        case .distrusted(let alert), .alert(let alert): "alert \(alert)"
        case .noCommonProtocol: "no common protocol"
        case .brokenOff: "the connection was broken off"
        case .malformed(let reason): reason
        }
    }

    static func trust(_ runtime: Runtime?) -> String {
        guard let runtime else { return "Its roots don't come from the environment, or it knows its server's key." }
        return switch runtime.trust {
        case .variable(let name): "\(runtime.name) takes its roots from \(name), unless an option overrides it."
        case .option(let option): "\(runtime.name) takes its roots by \(option)."
        case .fixed: "The roots of \(runtime.name) are fixed."
        }
    }

    static func proxy(_ runtime: Runtime?) -> String {
        guard let runtime else { return "It may ignore the proxy variables, or has sent nothing." }
        return switch runtime.proxy {
        case .followed: "\(runtime.name) follows the proxy variables, unless an option overrides them."
        case .followedExceptLoopback:
            "\(runtime.name) never uses a proxy for localhost and loopback addresses."
        case .set: "\(runtime.name) is led through the proxy by an option, which a client of its own can pass by."
        case .onlyIfAsked: "\(runtime.name) uses a proxy only if its code asks for that."
        }
    }

    private static func advice(_ remedy: Runtime.Remedy, _ notice: WatchNotice) -> String {
        switch remedy {
        case .machineName: "Use this machine's address in its network, or a name of that, in place of localhost."
        case .host: "Watch one of them, too: --host \(notice.host ?? "HOST")"
        case .tunnel: "Pass it unopened: --tunnel \(notice.host ?? "HOST")"
        case .option(let option): "Give it \(option)."
        case .startUnderRun(let program): "Start \(program) under this watch, too."
        }
    }
}
