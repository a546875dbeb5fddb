import ConsoleKit
import TerminalUI

/// The list of methods; another one is typed.
struct MethodMenu: Dialog {
    private(set) var field = TextField()
    private(set) var list: RowList<Numbered<String>>
    private var flaw: String?

    init(selecting method: String) {
        list = RowList(Numbered.rows(RequestDraft.methods))
        list.select(RequestDraft.methods.firstIndex(of: method) ?? 0)
    }

    var hasField: Bool { true }
    var prompt: Prompt? {
        Prompt(title: "Method:", verb: "choose", field: field, placeholder: "or type another", flaw: flaw)
    }

    private var typed: String { field.text.trimmed.uppercased() }

    mutating func press(_ key: Key, in _: Scene) -> [DialogOutput] {
        flaw = nil
        switch key {
        case .escape: return [.close]
        case .enter:
            let method = list.selected?.value ?? typed
            var draft = RequestDraft()
            flaw = draft.set(.method, to: method)
            return flaw == nil ? [.close, .draft(.method(method))] : []
        case .up, .backTab: list.move(.up)
        case .down, .tab: list.move(.down)
        case .paste(let text) where PastedBlock(text) != nil: flaw = "several lines were pasted: a method is one word"
        default:
            guard field.handle(key) == .edited else { break }
            // Those that begin with what was typed.
            list.replace(Numbered.rows(RequestDraft.methods.filter { $0.hasPrefix(typed) }), selecting: 0)
        }
        return []
    }

    mutating func click(row: Int, in scene: Scene) -> [DialogOutput] {
        list.select(row)
        return press(.enter, in: scene)
    }

    func hints(in _: Scene, _: Glyphs) -> [Hint] { [] }

    func draw(on canvas: inout Canvas, in area: Rect, _: Scene) {
        var lines = list.rows.map(\.value).map {
            StyledText(TextWidth.pad($0, to: 9), .accent) + StyledText(RequestDraft.purpose(of: $0), .dim)
        }
        if lines.isEmpty {
            lines = [
                SafeText.line(typed, style: .accent, glyphs: canvas.glyphs) + StyledText("  as typed", .dim)
            ]
        }
        let inside = canvas.drawPopup("Method", lines, in: area, width: 36)
        for (index, row) in zip(lines.indices, inside.rows) { canvas.mark(row, as: .row(index)) }
        if list.selection < inside.height { canvas.select(inside.rows[list.selection]) }
    }
}

extension RequestDraft {
    /// What a method is for (RFC 9110 §9.3), in a few words.
    fileprivate static func purpose(of method: String) -> String {
        switch method {
        case "GET": "reads"
        case "POST": "creates, or runs an action"
        case "PUT": "replaces"
        case "PATCH": "changes a part"
        case "DELETE": "removes"
        case "HEAD": "reads only the headers"
        case "OPTIONS": "asks what is allowed"
        default: ""
        }
    }
}
