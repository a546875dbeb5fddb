/// Someone who takes part in the protocol: a column of the sequence diagram, from left to right.
package enum Lane: Sendable, Hashable {
    /// A program that is watched, by its name, which may contain text from outside.
    case client(String)
    case console, browser, provider, api, otherProcess

    /// Those that every diagram may have, from left to right; clients stand before them.
    static let usual: [Lane] = [.console, .browser, .provider, .api, .otherProcess]

    package var title: String {
        switch self {
        case .client(let name): name
        case .console: "console"
        case .browser: "browser"
        case .provider: "provider"
        case .api: "API"
        case .otherProcess: "other process"
        }
    }

    var isClient: Bool { if case .client = self { true } else { false } }

    /// Whether it sends what the diagram is about, and is not what that is sent to.
    var isSender: Bool {
        switch self {
        case .client, .console: true
        case .browser, .provider, .api, .otherProcess: false
        }
    }
}

extension FlowStep {
    /// The row as that of a program that is watched, which stands in the console's place.
    func sent(by client: String) -> FlowStep {
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
