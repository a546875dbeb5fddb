import ConsoleFaults
import ConsoleKit
import SessionCore
import TerminalUI

/// All faults, those of the client's side before those of the provider's, each with its state.
struct FaultsPane: ListPane {
    static let title = "Faults"
    static let summary = "what can be injected: once, several times or until disarmed"
    static let rowName = "the fault's name"
    static let marksSelection = true

    /// A row of the list.
    enum Row: ListRow, Hashable {
        case heading(String)
        case fault(LabFault)

        var id: Row { self }
        var fault: LabFault? { if case .fault(let fault) = self { fault } else { nil } }
        var stop: RowStop { fault == nil ? .never : .always }
    }

    private(set) var listed: [LabFault] = []
    var list = RowList<Row>()
    /// Whether the last row says what to expect: where the pane beside is not in sight.
    var saysExpectation = false
    /// The latest verdict on each fault of the own session.
    var verdicts: [LabFault: TrialVerdict] = [:]

    /// What the own session, or a program that is watched, made of a fault last.
    func verdict(on fault: LabFault, in scene: Scene) -> TrialVerdict? {
        verdicts[fault] ?? scene.clients.verdicts[fault.name].map { TrialVerdict($0) }
    }

    enum Action: String, OwnAction {
        case arm = "arm-fault"
        case more = "arm-more"
        case less = "arm-less"
        case keep = "keep-armed"

        var entry: OwnKey<FaultsPane> {
            switch self {
            case .arm:
                OwnKey(
                    [.enter], "arm", "inject the selected fault, at once or at its next occasion, or disarm it", .lab,
                    label: { $0.armLabel(in: $1) },
                    obstacle: { pane, scene in
                        pane.obstacle { scene.armedFaults[$0] == nil ? $0.obstacleWithoutSession(in: scene) : nil }
                    },
                    handler: { $0.arm(in: $1) })
            case .more:
                OwnKey(
                    ["+"], "more", "arm the fault for one more occasion", .lab,
                    obstacle: { pane, scene in
                        pane.obstacle { $0.obstacleToCounting ?? $0.obstacleWithoutSession(in: scene) }
                    },
                    handler: { $0.arm(by: 1, in: $1) })
            case .less:
                OwnKey(
                    ["-"], "less", "arm the fault for one fewer occasion", .lab,
                    obstacle: { pane, scene in
                        pane.obstacle {
                            $0.obstacleToCounting
                                ?? (scene.armedFaults[$0] == nil ? "\($0.rawValue) is not armed" : nil)
                        }
                    },
                    handler: { $0.arm(by: -1, in: $1) })
            case .keep:
                OwnKey(
                    ["*"], "keep armed", "arm the fault until it is disarmed", .lab,
                    obstacle: { pane, scene in
                        pane.obstacle { $0.obstacleToArming ?? $0.obstacleWithoutSession(in: scene) }
                    },
                    handler: { pane, _ in pane.selected.map { pane.inject($0, .untilDisarmed) } ?? [] })
            }
        }
    }

    var selected: LabFault? { list.selected?.fault }

    // MARK: - Actions

    private func arm(in scene: Scene) -> [PaneOutput] {
        guard let fault = selected else { return [] }
        return scene.armedFaults[fault] == nil
            ? inject(fault, fault.ownArming) : [.effect(.fault(.clear(fault)))]
    }

    /// Arms the selected fault for more or fewer occasions; none is none.
    private func arm(by step: Int, in scene: Scene) -> [PaneOutput] {
        guard let fault = selected else { return [] }
        let count = (scene.armedFaults[fault]?.count ?? 0) + step
        return count > 0 ? inject(fault, .times(count)) : [.effect(.fault(.clear(fault)))]
    }

    private func inject(_ fault: LabFault, _ arming: LabFault.Arming) -> [PaneOutput] {
        [.effect(.fault(.inject(fault, arming)))]
    }

    /// Why something can't be done with the selected fault.
    private func obstacle(_ reason: (LabFault) -> String?) -> String? {
        guard let fault = selected else { return "no fault is selected" }
        return reason(fault)
    }

    // MARK: - Pane

    mutating func select(_ fault: LabFault) { list.choose(.fault(fault)) }

    /// Lists the faults that can be injected here.
    mutating func show(_ faults: [LabFault]) {
        guard faults != listed else { return }
        listed = faults
        let client = faults.filter { !$0.isOfProvider }
        let provider = faults.filter(\.isOfProvider)
        list.replace(
            (client.isEmpty ? [] : [.heading("On the client's side")] + client.map { .fault($0) })
                + (provider.isEmpty ? [] : [.heading("On the provider's side")] + provider.map { .fault($0) }))
    }

    mutating func layOut(_ size: Size, in _: Scene) {
        list.layOut(Size(width: size.width, height: max(1, size.height - (saysExpectation ? 1 : 0))))
    }

    func hints(in scene: Scene) -> [Action] {
        guard let fault = selected else { return [] }
        let all: [Action] = scene.armedFaults[fault] == nil ? [.arm, .more, .keep] : [.arm, .more, .less, .keep]
        return all.filter { obstacle(to: $0, in: scene) == nil && !($0 == .keep && isKept(fault, in: scene)) }
    }

    /// Whether keeping it armed is nothing of its own: it is, or it is armed in no other way.
    private func isKept(_ fault: LabFault, in scene: Scene) -> Bool {
        let hasNoEnd = scene.armedFaults[fault] == .untilDisarmed && scene.faultEnds[fault] == nil
        return fault.ownArming == .untilDisarmed && scene.armedFaults[fault] == nil || fault.isCondition || hasNoEnd
    }

    private func armLabel(in scene: Scene) -> String? {
        guard let fault = selected else { return nil }
        if scene.armedFaults[fault] != nil { return "disarm" }
        switch fault.ownArming {
        case .atOnce: return "inject now"
        case .untilDisarmed: return "switch on"
        case .times, .during: return nil
        }
    }

    func selection(in _: Scene) -> CopyText? { selected.map { CopyText($0.name, name: Self.rowName) } }

    func text(of row: Row, in scene: Scene) -> String {
        switch row {
        case .heading(let title): title
        case .fault(let fault): "  \(fault.rawValue): \(fault.state(in: scene)); \(fault.summary)"
        }
    }
}

extension LabFault {
    /// `no session`, `at once`, `off`, `ARMED ×3`, `ARMED 00:42`.
    func state(in scene: Scene) -> String {
        if let state = scene.armedState(of: self) { return state }
        if self.needsSession, !scene.isSignedIn { return "no session" }
        return ownArming == .atOnce ? ownArming.state : "off"
    }

    fileprivate var obstacleToArming: String? {
        ownArming == .atOnce ? "\(rawValue) happens at once and can't be armed" : nil
    }

    fileprivate var obstacleToCounting: String? {
        obstacleToArming ?? (self.isCondition ? "\(rawValue) lasts until it is disarmed" : nil)
    }

    fileprivate func obstacleWithoutSession(in scene: Scene) -> String? {
        self.needsSession && !scene.isSignedIn ? "not signed in: \(rawValue) needs a session" : nil
    }
}

extension LabFault.Arming {
    /// How many more occasions it strikes at; zero where that is not counted.
    fileprivate var count: Int {
        if case .times(let count) = self { count } else { 0 }
    }
}
