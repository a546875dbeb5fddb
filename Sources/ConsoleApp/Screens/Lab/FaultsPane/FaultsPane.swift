import SessionCore
import TerminalUI

/// All faults, those of the client's side before those of the provider's, each with its state.
struct FaultsPane: Pane {
    static let title = "Faults"
    static let summary = "what can be injected: once, several times, or until it is disarmed"

    /// A row of the list.
    enum Row: Sendable, Hashable {
        case heading(String)
        case fault(Fault)
    }

    private(set) var listed: [Fault] = []
    private(set) var rows: [Row] = []
    private(set) var list = ScrollList()
    /// Whether the last row says what to expect: where the pane beside is not in sight.
    var saysExpectation = false
    /// The latest verdict on each fault.
    var verdicts: [Fault: Verdict] = [:]

    enum Action: String, KeyAction {
        case arm = "arm-fault"
        case more = "arm-more"
        case less = "arm-less"
        case keep = "keep-armed"

        var binding: Binding {
            switch self {
            case .arm:
                Binding(
                    [.enter], "arm", "inject the selected fault, at once or at its next occasion, or disarm it",
                    .lab)
            case .more: Binding([.character("+")], "more", "arm the fault for one more occasion", .lab)
            case .less: Binding([.character("-")], "less", "arm the fault for one occasion less", .lab)
            case .keep: Binding([.character("*")], "keep armed", "arm the fault until it is disarmed", .lab)
            }
        }
    }

    var selected: Fault? {
        guard rows.indices.contains(list.selection), case .fault(let fault) = rows[list.selection] else { return nil }
        return fault
    }

    // MARK: - Actions

    mutating func perform(_ action: Action, in scene: Scene) -> [PaneOutput] {
        guard let fault = selected else { return [] }
        if let obstacle = obstacle(to: action, in: scene) {
            return [.notice(Notice(.muted, obstacle.capitalizedFirst))]
        }
        let armed = scene.armedFaults[fault]
        switch action {
        case .arm where armed != nil: return [.effect(.fault(.clear(fault)))]
        case .arm: return inject(fault, fault.ownArming)
        case .more: return inject(fault, .times(1 + (armed?.count ?? 0)))
        case .less:
            let left = (armed?.count ?? 0) - 1
            return left > 0 ? inject(fault, .times(left)) : [.effect(.fault(.clear(fault)))]
        case .keep: return inject(fault, .untilDisarmed)
        }
    }

    private func inject(_ fault: Fault, _ arming: Fault.Arming) -> [PaneOutput] {
        [.effect(.fault(.inject(fault, arming)))]
    }

    func obstacle(to action: Action, in scene: Scene) -> String? {
        guard let fault = selected else { return "no fault is selected" }
        switch action {
        case .arm: if scene.armedFaults[fault] != nil { return nil }
        case .more, .less, .keep:
            if fault.ownArming == .atOnce { return "\(fault.rawValue) happens at once, and is not armed" }
            if fault.isCondition, action != .keep { return "\(fault.rawValue) lasts until it is disarmed" }
        }
        switch action {
        case .arm, .more, .keep:
            return fault.needsSession && !scene.isSignedIn ? "not signed in: \(fault.rawValue) needs a session" : nil
        case .less: return scene.armedFaults[fault] == nil ? "\(fault.rawValue) is not armed" : nil
        }
    }

    // MARK: - Pane

    mutating func move(_ motion: Motion) {
        let before = list.selection
        list.move(motion)
        if selected == nil { list.select(list.selection + (list.selection < before ? -1 : 1)) }
        if selected == nil { list.select(1) }
    }

    mutating func select(row: Int) {
        if rows.indices.contains(row), case .fault = rows[row] { list.select(row) }
    }

    mutating func select(_ fault: Fault) {
        if let row = rows.firstIndex(of: .fault(fault)) { list.select(row) }
    }

    /// Lists the faults that can be injected here.
    mutating func show(_ faults: [Fault]) {
        guard faults != listed else { return }
        listed = faults
        let client = faults.filter { !$0.isOfProvider }
        let provider = faults.filter(\.isOfProvider)
        rows =
            (client.isEmpty ? [] : [.heading("On the client's side")] + client.map { .fault($0) })
            + (provider.isEmpty ? [] : [.heading("On the provider's side")] + provider.map { .fault($0) })
        list.replace(count: rows.count, selecting: 1)
    }

    mutating func layOut(_ size: Size, in _: Scene) {
        layOut(height: size.height)
    }

    mutating func layOut(height: Int) { list.layOut(height: max(1, height - (saysExpectation ? 1 : 0))) }

    func hints(in scene: Scene) -> [Action] {
        guard let fault = selected else { return [] }
        let all: [Action] = scene.armedFaults[fault] == nil ? [.arm, .more, .keep] : [.arm, .more, .less, .keep]
        return all.filter { obstacle(to: $0, in: scene) == nil && !($0 == .keep && isKept(fault, in: scene)) }
    }

    /// Whether keeping it armed is nothing of its own: it is, or it is armed in no other way.
    private func isKept(_ fault: Fault, in scene: Scene) -> Bool {
        let hasNoEnd = scene.armedFaults[fault] == .untilDisarmed && scene.faultEnds[fault] == nil
        return fault.ownArming == .untilDisarmed && scene.armedFaults[fault] == nil || fault.isCondition || hasNoEnd
    }

    func hintText(_ action: Action, in scene: Scene) -> String? {
        guard action == .arm, let fault = selected else { return nil }
        if scene.armedFaults[fault] != nil { return "disarm" }
        switch fault.ownArming {
        case .atOnce: return "inject now"
        case .untilDisarmed: return "switch on"
        case .times, .during: return nil
        }
    }

    func selection(in _: Scene) -> CopyText? { selected.map { CopyText($0.name, name: "the fault's name") } }

    func plainText(in scene: Scene) -> String {
        rows.map { row in
            switch row {
            case .heading(let title): "\(title)\n"
            case .fault(let fault): "  \(fault.rawValue): \(fault.state(in: scene)); \(fault.summary)\n"
            }
        }
        .joined()
    }
}

extension Fault {
    /// `no session`, `at once`, `off`, `ARMED ×3`, `ON 00:42`.
    func state(in scene: Scene) -> String {
        if let state = scene.armedState(of: self) { return state }
        if self.needsSession, !scene.isSignedIn { return "no session" }
        return ownArming == .atOnce ? ownArming.state : "off"
    }
}

extension Fault.Arming {
    /// How many more occasions it strikes at; zero where that is not counted.
    fileprivate var count: Int {
        if case .times(let count) = self { count } else { 0 }
    }
}
