import TerminalUI

/// A row that is known by its number alone.
package struct Numbered<Value: Sendable>: ListRow {
    package let id: Int
    package let value: Value

    package static func rows(_ values: some Sequence<Value>) -> [Numbered] {
        values.enumerated().map { Numbered(id: $0, value: $1) }
    }
}
