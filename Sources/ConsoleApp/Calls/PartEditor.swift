import ConsoleKit
import TerminalUI

/// A part of a request while it is edited in its place, in the request panel or in a file.
struct PartEditor<Part: Sendable & Hashable>: Sendable {
    /// What a key did.
    enum Outcome { case typed, left, done }

    var part: Part
    /// The text that the part has until this one is taken over.
    var before: String
    var field: TextField
    /// Why the text can't be taken over.
    var flaw: String?

    init(_ part: Part, _ text: String, before: String? = nil, isMultiline: Bool = false) {
        (self.part, self.before) = (part, before ?? text)
        field = TextField(text, kind: isMultiline ? .multiline : .line)
    }

    var text: String { field.text }
    var isMultiline: Bool { field.kind == .multiline }
    /// Whether leaving loses so much that it is asked about.
    var losesByLeaving: Bool { isMultiline && text != before }

    mutating func type(_ key: Key) -> Outcome {
        switch key {
        case .escape: return .left
        case .tab where isMultiline, .enter where !isMultiline: return .done
        default:
            flaw = nil
            _ = field.handle(key)
            return .typed
        }
    }

    func prompt(_ title: String, verb: String, isInSight: Bool = true) -> Prompt {
        Prompt(
            title: "Editing: \(title)", verb: verb, cancel: losesByLeaving ? Prompt.askingCancel : "cancel",
            field: isInSight ? nil : field, flaw: flaw, isMultiline: isMultiline, reaches: .network)
    }

    func draw(on canvas: inout Canvas, in area: Rect, placeholder: String) {
        field.draw(on: &canvas.surface, in: area, isFocused: true, placeholder: placeholder, glyphs: canvas.glyphs)
    }
}
