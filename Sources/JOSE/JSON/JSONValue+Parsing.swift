extension JSONValue {
    /// How an object that repeats a name is handled.
    package enum RepeatedNames: Sendable {
        /// All members are kept; look-ups see the last.
        case kept
        /// The text is refused, as JOSE headers and JWT claims require (RFC 7515 §4, RFC 7519 §4).
        case refused
    }

    /// How many values one text may hold unless its reader asks for more; each takes up to a hundred times the memory
    /// of the two bytes it is written in.
    package static let maximumCount = 50_000

    /// Reads one JSON text; takes time in proportion to its length.
    ///
    /// Strict: no comments, no trailing commas, no byte order mark, UTF-8 only, no lone surrogates, nothing but white
    /// space around the value. `maximumDepth` says how deep arrays and objects may be nested, which bounds the stack,
    /// and `maximumCount` bounds the memory.
    package init(
        parsing bytes: some Collection<UInt8>, repeatedNames: RepeatedNames = .kept, maximumDepth: Int = 128,
        maximumCount: Int = JSONValue.maximumCount
    ) throws(JSONError) {
        var parser = JSONParser(
            Array(bytes), repeatedNames: repeatedNames, maximumDepth: maximumDepth, maximumCount: maximumCount)
        self = try parser.parseText()
    }
}
