import ConsoleFaults
import ConsoleKit
import TerminalUI

/// All faults over any screen, those of the client's side before those of the provider's; a letter injects or clears.
struct FaultsSheet: Dialog {
    /// A row of the list.
    enum Row: ListRow, Hashable {
        case heading(String)
        case fault(LabFault)

        var id: Row { self }
        var fault: LabFault? { if case .fault(let fault) = self { fault } else { nil } }
        var stop: RowStop { fault == nil ? .never : .always }
    }

    private(set) var list: RowList<Row>
    /// Why the last key did nothing.
    private(set) var obstacle: String?

    enum Action: String, KeyAction {
        case arm, more, less, keep

        var binding: Binding {
            switch self {
            case .arm: Binding([.enter], "inject or clear", "inject the selected fault, or disarm it", .dialogs)
            case .more: Binding(["+"], "more", "arm the fault for one more occasion", .dialogs)
            case .less: Binding(["-"], "less", "arm the fault for one fewer occasion", .dialogs)
            case .keep: Binding(["*"], "keep armed", "arm the fault until it is disarmed", .dialogs)
            }
        }
    }

    /// Lists the faults that can be injected here.
    init(selecting fault: LabFault?, in scene: Scene) {
        let faults = scene.context.faults
        let sides = [
            ("On the client's side", faults.filter { !$0.isOfProvider }),
            ("On the provider's side", faults.filter(\.isOfProvider)),
        ]
        list = RowList(
            sides.filter { !$0.1.isEmpty }.flatMap { side, faults in [.heading(side)] + faults.map { .fault($0) } })
        if let fault { list.choose(.fault(fault)) }
    }

    var selected: LabFault? { list.selected?.fault }

    // MARK: - Keys

    mutating func press(_ key: Key, in scene: Scene) -> [DialogOutput] {
        obstacle = nil
        if case .character(let letter) = key, let fault = LabFault.allCases.first(where: { $0.letter == letter }) {
            return [.close, .fault(fault)]
        }
        if let action = Action.action(for: key), let selected { return perform(action, on: selected, in: scene) }
        if ListAction.action(for: key) == .close || ShellAction.action(for: key) == .faults { return [.close] }
        if let motion = Motion.action(for: key) { list.move(motion) }
        return []
    }

    /// Of a fault that can't be injected here the model says why.
    private mutating func perform(_ action: Action, on fault: LabFault, in scene: Scene) -> [DialogOutput] {
        let count = scene.armedFaults[fault]?.count ?? 0
        let command: FaultCommand
        switch action {
        case .arm: return [.close, .fault(fault)]
        case .less where count <= 1: command = .clear(fault)
        case .less: command = .inject(fault, .times(count - 1))
        case .more: command = .inject(fault, .times(count + 1))
        case .keep: command = .inject(fault, .untilDisarmed)
        }
        obstacle = fault.obstacle(to: action, in: scene)
        return obstacle == nil ? [.pane(.effect(.fault(command)))] : []
    }

    mutating func click(row: Int, in scene: Scene) -> [DialogOutput] {
        list.select(row)
        return press(.enter, in: scene)
    }

    func hints(in scene: Scene, _ glyphs: Glyphs) -> [Hint] {
        let general = [
            Hint("letter", Action.arm.binding.hint), Hint(Motion.arrows(glyphs), "choose"),
            ListAction.close.hint(glyphs),
        ]
        guard let selected else { return general }
        let arming = scene.armedFaults[selected]
        let verb = arming == nil ? selected.ownArming.verb : "disarm"
        let works = { selected.obstacle(to: $0, in: scene) == nil }
        // Enter alone keeps it armed where it is armed in no other way.
        let isKept = arming == .untilDisarmed || arming == nil && selected.ownArming == .untilDisarmed
        let counting =
            works(.less)
            ? [Hint(Action.more.binding, sharedWith: Action.less.binding, glyphs)]
            : works(.more) ? [Action.more.hint(glyphs)] : []
        return (works(.arm) ? [Action.arm.hint(glyphs, verb)] : []) + counting
            + (works(.keep) && !isKept ? [Action.keep.hint(glyphs)] : []) + general
    }

    /// Rows below the list: what the selected fault does, what this client made of it, and what a correct one does.
    static let foot = 5

    mutating func layOut(_ area: Size, in _: Scene) { list.layOut(area.forList(foot: Self.foot)) }
}

extension LabFault {
    /// Why a key can't change how it is armed.
    fileprivate func obstacle(to action: FaultsSheet.Action, in scene: Scene) -> String? {
        let arming = scene.armedFaults[self]
        if arming == nil, self.needsSession, !scene.isSignedIn {
            return "no session: \(rawValue) needs one"
        }
        if action == .arm { return nil }
        if ownArming == .atOnce { return "\(rawValue) happens at once and can't be armed" }
        if action == .keep { return nil }
        if self.isCondition || arming == .untilDisarmed { return "\(rawValue) lasts until it is disarmed" }
        return action == .less && arming == nil ? "\(rawValue) is not armed" : nil
    }
}

extension LabFault.Arming {
    /// What enter does.
    fileprivate var verb: String {
        switch self {
        case .atOnce: "inject now"
        case .untilDisarmed: "switch on"
        case .times, .during: "arm"
        }
    }

    /// How many more occasions it strikes at; zero where that is not counted.
    fileprivate var count: Int { if case .times(let count) = self { count } else { 0 } }
}
