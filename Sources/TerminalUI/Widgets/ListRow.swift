/// A row of a ``RowList``, by which it is known whatever its place.
package protocol ListRow: Identifiable, Sendable where ID: Sendable {
    /// Whether and how it can be selected.
    var stop: RowStop { get }
}

extension ListRow {
    package var stop: RowStop { .always }
}

/// Whether a row can be selected.
package enum RowStop: Sendable {
    case always
    /// By a click: who moves goes past it.
    case click
    /// A heading.
    case never
}
