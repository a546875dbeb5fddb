import TerminalUI

extension Model {
    /// A key: to what lies over the screen if anything does, and else to the keymap.
    mutating func press(_ key: Key) -> [Effect] {
        if let departure { return press(key, before: departure) }
        switch key {
        case .control("c"): return [.quit]
        case .control("l"): return [.redraw]
        case .control("z"): return [.suspend]
        default: break
        }
        if let notice, notice.tone != .bad { self.notice = nil }
        if let overlay { return press(key, in: overlay) }
        guard let action = Keymap.action(for: key, in: focus) else { return [] }
        return perform(action, key: key)
    }

    private mutating func press(_ key: Key, in overlay: Overlay) -> [Effect] {
        if key == .character("Q"), !overlay.hasField { return [.quit] }
        switch overlay {
        case .signIn(let dialog): return press(key, in: dialog)
        case .help(var list):
            if key.closes || key == .character("?") || key == .function(1) {
                self.overlay = nil
            } else if list.handle(key) {
                self.overlay = .help(list)
            }
        case .exchange(var details):
            if key.closes || key == .enter {
                self.overlay = nil
            } else if list(&details, handles: key) {
                self.overlay = .exchange(details)
            }
        case .question(let question):
            self.overlay = nil
            if question == .signOut, key == .character("b") || key == .character("B") {
                return [.signOut(force: false, inBrowser: true)]
            }
            return key == .character("y") || key == .character("Y") ? answerYes(to: question) : []
        case .faults(let selected): return press(key, inFaults: selected)
        case .copyMenu: return press(keyInCopyMenu: key)
        case .burst(let field): return press(key, inBurst: field)
        case .commandLine(let line): return press(key, in: line)
        case .find(let panel, let field): press(key, inFind: field, of: panel)
        case .field(let field, let text, _): press(key, in: field, text)
        }
        return []
    }

    private func list(_ details: inout ExchangeDetails, handles key: Key) -> Bool { details.list.handle(key) }

    private mutating func answerYes(to question: Question) -> [Effect] {
        switch question {
        case .signOut: [.signOut(force: false)]
        case .forceSignOut: [.signOut(force: true)]
        case .copyAccessToken: [.copyAccessToken]
        }
    }

    private mutating func press(_ key: Key, inFaults selected: Int) -> [Effect] {
        let faults = context.faults
        var selected = selected
        switch key {
        case _ where key.closes || key == .character("x"):
            overlay = nil
            return []
        case .up, .character("k"): selected = max(0, selected - 1)
        case .down, .character("j"): selected = min(max(0, faults.count - 1), selected + 1)
        case .enter where faults.indices.contains(selected): return switchFault(faults[selected])
        case .character(let letter):
            if let fault = faults.first(where: { $0.letter == letter }) { return switchFault(fault) }
        default: break
        }
        overlay = .faults(selected: selected)
        return []
    }

    private mutating func switchFault(_ fault: Fault) -> [Effect] {
        overlay = nil
        return [.fault(armedFaults.contains(fault) ? .clear(fault) : .inject(fault))]
    }

    private mutating func press(keyInCopyMenu key: Key) -> [Effect] {
        overlay = nil
        guard case .character(let letter) = key, let item = CopyItem(rawValue: letter) else { return [] }
        return copy(item)
    }
}

extension Key {
    /// The keys that close what is open, where letters are no text.
    var closes: Bool { self == .escape || self == .character("q") }
}
