/// Reads the commands of a text one after the other.
protocol CommandReader {
    /// What is not read yet.
    var rest: Substring.UnicodeScalarView { get set }
    /// The text from where the last command begins.
    var start: Substring.UnicodeScalarView { get }

    /// The next command that is not empty; `nil` behind the last one.
    mutating func next() -> ShellCommand?
}

/// A command that a shell would run, cut into words.
struct ShellCommand: Sendable {
    let words: [String]
    /// The first thing that is not read there.
    let fault: CurlFault?
    /// What ends it; `nil` at the end of the text.
    let separator: Character?
}
