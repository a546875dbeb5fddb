/// A part of a text in YAML, as the parser reports it.
struct YAMLEvent {
    enum Kind {
        case documentStart
        case scalar(String, isPlain: Bool, tag: String?)
        case alias(String)
        case sequenceStart
        case mappingStart
        /// The end of a sequence or mapping.
        case end
    }

    let kind: Kind
    var anchor: String?
    let place: Place

    /// Both count from 1.
    struct Place {
        var line: Int
        var column: Int

        func error(_ reason: YAMLError.Reason) -> YAMLError { YAMLError(line: line, column: column, reason: reason) }
    }
}
