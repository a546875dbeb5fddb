import TerminalUI

/// A row that is known by its number alone.
struct Numbered<Value: Sendable>: ListRow {
    let id: Int
    let value: Value

    static func rows(_ values: some Sequence<Value>) -> [Numbered] {
        values.enumerated().map { Numbered(id: $0, value: $1) }
    }
}
