import ConsoleKit
import Doctor
import SessionCore
import TerminalUI

/// What the provider does, seen from outside: a line for each fact, with what it means and the message behind it.
struct DoctorDialog: Dialog {
    private var list = RowList<Numbered<Finding>>()
    /// The message of a line, over the page.
    private(set) var message = MessageOverlay()

    enum Action: String, KeyAction {
        case message = "finding-message"
        case nextFault = "next-fault"
        case again = "examine-again"
        case copy = "copy-finding-message"
        case copyAll = "copy-findings"
        case close = "close-findings"

        var binding: Binding {
            switch self {
            case .message: Binding([.enter], "message", "the selected fact's message", .dialogs)
            case .nextFault: Binding(["n"], "next fault", "the next fact that is not sound", .dialogs)
            case .again: Binding(["r"], "again", "looks at the provider again", .dialogs)
            case .copy:
                Binding(["y"], "curl", "copies the fact's message as a curl command, its token masked", .dialogs)
            case .copyAll: Binding(["Y"], "copy all", "copies all facts as Markdown", .dialogs)
            case .close: Binding([.escape, "q"], "close", "closes the page", .dialogs)
            }
        }
    }

    /// Rows below the list for the words of the selected fact.
    static let foot = 6

    /// The facts as they are known now, the faults first, with what is selected of them.
    func list(of examination: Examination) -> RowList<Numbered<Finding>> {
        var list = list
        list.replace(
            Numbered.rows(Self.order.flatMap { verdict in examination.findings.filter { $0.verdict == verdict } }))
        return list
    }

    private static let order: [CheckVerdict] = [.fault, .note, .unknown, .sound, .absent]

    // MARK: - Keys

    mutating func press(_ key: Key, in scene: Scene) -> [DialogOutput] {
        if let exchange = message.exchange, Action.action(for: key) == .copy { return copy(exchange, in: scene) }
        if let outputs = message.press(key, in: scene) { return outputs }
        guard let examination = scene.examination else { return [.close] }
        list = list(of: examination)
        switch Action.action(for: key) {
        case .message: return showMessage(examination, in: scene)
        case .nextFault: selectNextFault()
        case .again: return examination.page == nil ? [] : [.effect(.session(.examineProvider))]
        case .copy:
            guard let exchange = list.selected.flatMap({ examination.exchanges(of: $0.value).last }) else {
                return [.pane(.notice(Self.noMessage))]
            }
            return copy(exchange, in: scene)
        case .copyAll:
            guard let page = examination.page else {
                return [.pane(.notice(Notice(.muted, "The examination is still under way")))]
            }
            return [.effect(.tool(.copy(page, name: "the findings")))]
        case .close: return [.close]
        case nil: if let motion = Motion.action(for: key) { list.move(motion) }
        }
        return []
    }

    /// From the last one on to the first.
    private mutating func selectNextFault() {
        let isFault = { [list] (index: Int) in
            list[index].map { ![.sound, .absent].contains($0.value.verdict) } ?? false
        }
        let rest = (list.selection + 1..<max(list.selection + 1, list.count))
        if let next = rest.first(where: isFault) ?? (0..<list.count).first(where: isFault) { list.select(next) }
    }

    mutating func click(row: Int, in scene: Scene) -> [DialogOutput] {
        if let outputs = message.click(row: row, in: scene) { return outputs }
        guard let examination = scene.examination else { return [] }
        list = list(of: examination)
        list.select(row)
        return []
    }

    private mutating func showMessage(_ examination: Examination, in scene: Scene) -> [DialogOutput] {
        guard let finding = list.selected?.value else { return [] }
        let exchanges = examination.exchanges(of: finding)
        let isOpen = message.open(exchanges, in: scene)
        return isOpen ? [] : [.pane(.notice(Self.noMessage))]
    }

    private static let noMessage = Notice(.muted, "This fact needed no message of its own")

    private func copy(_ exchange: HTTPExchange, in scene: Scene) -> [DialogOutput] {
        guard let command = exchange.curlCommand(options: scene.context.curlOptions) else {
            return [.pane(.notice(Notice(.muted, "No curl command can hold this message")))]
        }
        return [.effect(.tool(.copy(command, name: "the curl command")))]
    }

    // MARK: - Shown

    mutating func layOut(_ area: Size, in _: Scene) {
        list.layOut(area.forList(foot: Self.foot))
        message.layOut(area)
    }

    func hints(in scene: Scene, _ glyphs: Glyphs) -> [Hint] {
        message.hints(in: scene, glyphs).map { $0 + [Action.copy.hint(glyphs)] }
            ?? [
                Action.message.hint(glyphs), Action.nextFault.hint(glyphs), Action.again.hint(glyphs),
                Action.copy.hint(glyphs), Action.copyAll.hint(glyphs), Action.close.hint(glyphs),
            ]
    }
}
