package import SessionCore

/// Someone who takes part in the protocol: a column of the sequence diagram, from left to right.
package enum Lane: Sendable, Hashable {
    /// A program that is watched, or whose calls the session sends; all processes of its name where it has no process.
    case client(Caller)
    /// So many programs.
    case clients(Int)
    case console, browser, provider, api, otherProcess

    /// Those that every diagram may have, from left to right; clients stand before them.
    static let usual: [Lane] = [.console, .browser, .provider, .api, .otherProcess]

    /// May contain text from outside.
    package var title: String {
        switch self {
        case .client(let caller):
            caller.process.map { "\(caller.name) \($0)" } ?? caller.name
        case .clients(let count): "\(count) programs"
        case .console: "console"
        case .browser: "browser"
        case .provider: "provider"
        case .api: "API"
        case .otherProcess: "other process"
        }
    }

    var client: Caller? { if case .client(let caller) = self { caller } else { nil } }

    var isClient: Bool {
        switch self {
        case .client, .clients: true
        default: false
        }
    }

    /// Whether it sends what the diagram is about, and is not what that is sent to.
    var isSender: Bool {
        switch self {
        case .client, .clients, .console: true
        case .browser, .provider, .api, .otherProcess: false
        }
    }
}

extension FlowStep {
    /// The row as that of another program, which stands in the console's place.
    func sent(by client: Caller) -> FlowStep {
        let own = { (lane: Lane) in lane == .console ? Lane.client(client) : lane }
        var step = self
        switch path {
        case .message(let from, let to): step.path = .message(from: own(from), to: own(to))
        case .note(let lane): step.path = .note(at: own(lane))
        case .line: break
        }
        return step
    }
}
