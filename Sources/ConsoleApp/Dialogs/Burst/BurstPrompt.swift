import ConsoleKit
import TerminalUI

/// Asks how many calls a burst sends.
struct BurstPrompt: Dialog {
    /// How many are sent where nothing is typed.
    static let usualCount = 20
    static let largestCount = 1000

    private var field = TextField()
    private var flaw: String?

    /// After a count that can't be sent.
    static var afterRefusal: BurstPrompt {
        var prompt = BurstPrompt()
        prompt.flaw = flaw
        return prompt
    }

    var hasField: Bool { true }

    var prompt: Prompt? {
        Prompt(
            title: "Burst: how many calls at once?", verb: "send", field: field, placeholder: "\(Self.usualCount)",
            flaw: flaw, reaches: .network)
    }

    mutating func press(_ key: Key, in _: Scene) -> [DialogOutput] {
        flaw = nil
        switch key {
        case .escape: return [.close]
        case .enter:
            let text = field.text
            if let count = text.isEmpty ? Self.usualCount : Int(text.trimmed), Self.canSend(count) {
                return [.close, .run(.burst(count))]
            }
            (field, flaw) = (TextField(), Self.flaw)
        default: _ = field.handle(key)
        }
        return []
    }

    static func canSend(_ count: Int) -> Bool { (1...largestCount).contains(count) }

    private static let flaw = "a burst has 1 to \(largestCount) calls"

    func hints(in _: Scene, _: Glyphs) -> [Hint] { [] }
    func draw(on _: inout Canvas, in _: Rect, _: Scene) {}
}
