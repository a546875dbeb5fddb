import ConsoleKit
import TerminalUI

/// The command that the body is piped to: the field while it is typed, which begins with the command before.
struct PipeField: Sendable {
    private var field: TextField?
    private var last = ""

    mutating func open() { field = TextField(last) }

    var prompt: Prompt? {
        field.map {
            Prompt(
                title: "Pipe the body to:", verb: "run", field: $0, placeholder: "a shell command, such as jq .items",
                reaches: .program)
        }
    }

    var isOpen: Bool { field != nil }

    /// A key for the field; returns the command once enter was pressed, which may be empty.
    mutating func type(_ key: Key) -> String? {
        switch key {
        case .escape: field = nil
        case .enter:
            last = field?.text.trimmed ?? last
            field = nil
            return last
        default: _ = field?.handle(key)
        }
        return nil
    }
}
