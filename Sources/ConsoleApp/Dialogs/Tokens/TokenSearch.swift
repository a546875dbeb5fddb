import ConsoleKit
import SessionCore
import TerminalUI

/// Asks for the fingerprint of a token to show.
struct TokenSearch: Dialog {
    private var field = TextField()
    private var flaw: String?

    var hasField: Bool { true }
    var reaches: Outside { [] }

    var prompt: Prompt? {
        Prompt(title: "Find a token:", verb: "show", field: field, placeholder: "its four digits: A3F1", flaw: flaw)
    }

    mutating func press(_ key: Key, in _: Scene) -> [DialogOutput] {
        flaw = nil
        switch key {
        case .escape: return [.close]
        case .enter where field.isEmpty: return [.close]
        case .enter:
            if let token = Fingerprint(typed: field.text) { return [.close, .inspect(token)] }
            flaw = "type the token's four digits, 0 to 9 and A to F"
        default: _ = field.handle(key)
        }
        return []
    }

    func hints(in _: Scene, _: Glyphs) -> [Hint] { [] }
    func draw(on _: inout Canvas, in _: Rect, _: Scene) {}
}

extension Fingerprint {
    /// Reads a fingerprint as a person types it.
    init?(typed text: String) { self.init(digits: text.trimmed.uppercased()) }
}
