import TerminalUI

/// An action typed by its name, completed as it is typed.
struct CommandLine: Sendable {
    var field = TextField()
    var selected = 0
    var flaw: String?

    /// Actions that only move are left out: nobody types these.
    static let names = Action.allCases.filter { !Action.movements.contains($0) && $0 != .command }.map(\.rawValue)

    /// The word that names the action, and what follows it.
    var words: (name: String, argument: String) {
        let text = field.text.trimmed
        guard let space = text.firstIndex(of: " ") else { return (text, "") }
        return (String(text[..<space]), String(text[space...]).trimmed)
    }

    var completions: [String] {
        let name = words.name.lowercased()
        let beginning = Self.names.filter { $0.hasPrefix(name) }
        return beginning + Self.names.filter { !$0.hasPrefix(name) && $0.contains(name) }
    }

    mutating func complete(by step: Int) {
        let completions = completions
        guard !completions.isEmpty else { return }
        selected = (selected + step + completions.count) % completions.count
    }

    mutating func takeCompletion() {
        guard completions.indices.contains(selected) else { return }
        field = TextField(completions[selected])
        selected = 0
    }

    enum Command: Equatable {
        case perform(Action)
        case burst(Int)
        /// A request typed as `get /orders`.
        case send(method: String, target: String)
    }

    /// What enter does; `nil` where no action has that name.
    var command: Command? {
        let (name, argument) = words
        if !argument.isEmpty {
            if RequestDraft.methods.contains(name.uppercased()) {
                return .send(method: name.uppercased(), target: argument)
            }
            if name == Action.burst.rawValue, let count = Int(argument) { return .burst(count) }
            return nil
        }
        if let action = Action(rawValue: name) { return .perform(action) }
        return completions.indices.contains(selected) && !name.isEmpty
            ? Action(rawValue: completions[selected]).map { .perform($0) } : nil
    }
}
