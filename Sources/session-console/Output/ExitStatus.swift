/// The program's exit status; scripts depend on these numbers.
enum ExitStatus: Int32, Error, Sendable, CaseIterable {
    case done = 0
    case failed = 1
    case badCommandLine = 2
    case noSession = 3
    case sessionEnded = 4
    case networkOrServer = 5
    case refusedByProvider = 6
    case failedRequest = 22
    case faultsFound = 23
    case nothingSeen = 24
    case refusedByResource = 25
    case notRunnable = 126
    case notFound = 127
    case closedPipe = 141

    var meaning: String {
        switch self {
        case .done: "done"
        case .failed: "failed"
        case .badCommandLine: "the command line is wrong"
        case .noSession: "no session"
        case .sessionEnded: "the session has ended"
        case .networkOrServer: "the network or a server failed (the session is kept)"
        case .refusedByProvider: "the provider refused"
        case .failedRequest: "request or run --fail, and an answer was 400 or above"
        case .faultsFound: "doctor found faults, watch what --fail-on or --expect names, or prove something broken"
        case .nothingSeen: "watch saw no message of the watched hosts, or prove did not reach a chapter"
        case .refusedByResource: "login URL signed in, and the resource refuses the new token"
        case .notRunnable: "exec, proxy, watch or prove, and COMMAND can't be run"
        case .notFound: "exec, proxy, watch or prove, and there is no COMMAND of that name"
        case .closedPipe: "the reader of standard output is gone"
        }
    }
}
