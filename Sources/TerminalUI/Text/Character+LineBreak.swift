extension Character {
    /// Whether it ends a line of text from outside; a lone CR doesn't.
    var isLineBreak: Bool { self == "\n" || self == "\r\n" }
}
