import SessionCore

/// A change of the request that was chosen in a dialog.
enum DraftChange: Sendable, Hashable {
    case method(String)
    /// Text for the field that is edited, at its cursor.
    case insertion(String)
    case headers([HTTPHeaders.Field])
    /// Goes on in the body's field, so that the body that was there is not lost yet.
    case body(String)
    case request(RequestDraft)
    /// Leaves the body's field without taking it over.
    case bodyDropped
}
