import FoundationEssentials
import SessionCore

extension Fault {
    /// Why its occasion does not come although it is armed; `nil` where nothing is known to be in its way.
    func hindrance(in scene: Scene) -> String? {
        guard self == .replayedRefreshToken, scene.armedFaults[self] != nil, !scene.history.hasRotation,
            scene.history.hasUnrotatedRefresh(since: self)
        else { return nil }
        return "this provider did not rotate the refresh token"
    }

    /// How the keys arm it, where they do so in different ways.
    var choiceOfArming: String? {
        guard ownArming == .untilDisarmed, !self.isCondition else { return nil }
        return "by enter until disarmed; by \(FaultsPane.Action.more.letter) once"
    }
}

extension [Fault] {
    /// `the fault "token endpoint garbled" was injected`; `nil` where there is none.
    var clause: String? {
        let names = map { "\"\($0.rawValue)\"" }
        if names.isEmpty { return nil }
        return names.count == 1
            ? "the fault \(names[0]) was injected" : "the faults \(names.joined(separator: ", ")) were injected"
    }
}

extension Fault.Arming {
    /// What a fault that is armed so is.
    var state: String {
        switch self {
        case .atOnce: "at once"
        case .times(let count): "ARMED ×\(count)"
        case .untilDisarmed, .during: "ON"
        }
    }
}
