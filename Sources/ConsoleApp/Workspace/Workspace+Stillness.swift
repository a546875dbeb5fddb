import ConsoleKit
import SessionCore

extension Workspace {
    /// Whether nothing that is shown changes with time alone, until a key is pressed or something happens.
    package var isStill: Bool { playback == nil && models.allSatisfy(\.isStill) }
}

extension Model {
    /// Whether no session, call, fault or dialog has a clock that runs.
    fileprivate var isStill: Bool {
        guard case .noSession = scene.status.state, shell.isQuiet, scene.stage.activity == nil else { return false }
        let isInUse = scene.status.refreshWaiters != nil || scene.proxy != nil || !scene.faultEnds.isEmpty
        let isCalling =
            !screens.flow.diagram.flow.underWay.isEmpty
            || [screens.session.response, screens.requests.response].contains { !$0.isSettled }
        return !isInUse && !isCalling && scene.time.format != .relative && !screens.shown.hasClocks
    }
}

extension Shell {
    fileprivate var isQuiet: Bool { dialog == nil && card == nil && revealed == nil && departure == nil }
}

extension ScreenID {
    /// Whether it shows clocks without a session: those of pasted tokens, or the provider's.
    fileprivate var hasClocks: Bool {
        switch self {
        case .session, .flow, .requests: false
        case .client, .tokens, .lab: true
        }
    }
}

extension ResponsePane {
    /// Whether no call is under way, and nothing says when to try again.
    fileprivate var isSettled: Bool {
        guard calls.running.isEmpty else { return false }
        return text.record?.answer.map { $0.response.headers["Retry-After"] == nil } ?? (text.record == nil)
    }
}
