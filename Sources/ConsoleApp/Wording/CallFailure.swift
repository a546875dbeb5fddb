import ConsoleFaults
import ConsoleKit
import FoundationEssentials
import SessionCore

/// A failed call in words: what happened, and what to do.
struct CallFailure {
    let sentence: String
    let advice: String?

    /// The fault that takes the network away: still armed, or one that struck the call and disarmed itself.
    enum NetworkFault: Sendable {
        case armed, disarmed
    }

    /// Says what became of a call that began at `start`; `faults` struck the refresh before it, and `redirect` is the
    /// one after which it failed.
    init(
        _ error: SessionError, after redirect: HTTPRedirect? = nil, isSignedIn: Bool, networkFault: NetworkFault?,
        faults: [LabFault] = [], in time: TimeText,
        since start: Date
    ) {
        sentence = Self.sentence(error, after: redirect)
        if let networkFault, case .transport = error {
            let name = "the fault \"\(LabFault.networkOff.rawValue)\""
            advice =
                switch networkFault {
                case .armed:
                    "\(name) is on: \(ShellAction.faults.letter) \(LabFault.networkOff.letter) switches it off"
                case .disarmed: "\(name) has disarmed itself: \(ShellAction.send.letter) sends the call again"
                }
        } else {
            let step = NextStep(after: error, struckBy: faults)
            let isDone = isSignedIn && (step == .signIn || step == .signInAgain)
            let next: String? =
                if let end = step.end(since: start), end <= time.now {
                    "\(ShellAction.send.letter) sends the call again"
                } else {
                    isDone ? nil : step.consoleText(isSignedIn: isSignedIn, in: time, since: start)
                }
            let parts = [faults.clause, next].compactMap(\.self)
            advice = parts.isEmpty ? nil : parts.joined(separator: "; ")
        }
    }

    private static func sentence(_ error: SessionError, after redirect: HTTPRedirect?) -> String {
        switch error {
        case .transport(let failure, during: .request) where redirect.map { _ in heading(failure) == notSent } == true:
            "\(notFollowed) to \(redirect.flatMap { Origin($0.to) }?.description ?? ""): \(failure)"
        case .transport(let failure, during: .request): "\(heading(error, attempts: 1)): \(failure)"
        case .transport(let failure, let purpose): "Not sent: \(step(purpose)) failed: \(failure)"
        case .server(let status, let purpose, _, let reason) where purpose != .request:
            "Not sent: \(step(purpose)) was answered \(status)" + (reason.map { ": \"\($0.asClause)\"" } ?? "")
        case .cancelled: "Cancelled"
        case .backingOff(_, let failure): "Not sent: the last refresh failed (\(failure))"
        case .server, .refused, .unintelligible, .untrustworthy, .notConfigured, .alreadyConfigured,
            .invalidConfiguration, .noSession, .sessionExpired, .sessionChanged, .unsupported, .noUser,
            .originNotAllowed, .relativeURL, .insecureURL, .authorizationResponseMismatch, .signInDenied,
            .signInTimedOut, .store:
            "Not sent: \(error)"
        }
    }

    /// How far the call came, after so many attempts.
    ///
    /// The status is that of the last answer: of a redirect, where what it led to failed.
    static func heading(_ error: SessionError, attempts: Int, status: Int? = nil) -> String {
        switch error {
        case .cancelled: "Cancelled"
        case .transport(let failure, during: .request)
        where heading(failure) == notSent && status.map { (300..<400).contains($0) } == true:
            notFollowed
        case .transport(let failure, during: .request): heading(failure)
        case _ where attempts > 0: "No answer"
        default: "Not sent"
        }
    }

    /// The phase in which the call failed.
    static func heading(_ failure: TransportError) -> String {
        switch failure {
        case .timedOut(_, .some), .brokenOff(_, .some): "Answer incomplete"
        case .couldNotResolve, .addressNotAllowed, .couldNotConnect, .proxyRefused, .tls, .invalidRequest,
            .outOfResources, .timedOut(.nameLookup, nil), .timedOut(.connect, nil), .timedOut(.tls, nil):
            notSent
        case .timedOut(.waiting, nil), .timedOut(.receiving, nil), .brokenOff(_, nil): "No answer"
        case .tooLarge, .notTaken: "Answer not read"
        case .redirectRefused: notFollowed
        case .cancelled: "Cancelled"
        }
    }

    private static let notSent = "Not sent"
    private static let notFollowed = "Redirect not followed"

    private static func step(_ purpose: SessionError.Purpose) -> String {
        purpose == .token ? "the refresh before it" : "\(purpose.rawValue) before it"
    }
}
