/// A recording that is shown, as far as it was read.
struct RecordingReading: Sendable {
    /// The file's name.
    let name: String
    var isComplete = false
    /// Why it was not read to its end.
    var flaw: String?
}
