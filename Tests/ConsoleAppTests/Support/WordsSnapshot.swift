import FoundationEssentials
import Synchronization
import Testing

/// Compares what a pane, a dialog or a notice says with the words that were recorded for this place.
///
/// A test states what happens; its words lie beside the pictures, in one file for each file of tests, under the name of
/// the test and of the `part`, which tells several places of one test apart. With `RECORD_SNAPSHOTS=1` in the
/// environment they are recorded instead; words that no test says any more leave with the file, before it is recorded
/// anew.
func expectWords(
    _ words: String, _ part: String = "", function: String = #function, filePath: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    // Without the parameters.
    let test = function.prefix(upTo: function.lastIndex(of: "(") ?? function.endIndex).filter { $0 != "`" }
    let name = part.isEmpty ? test : "\(test) · \(part)"
    let actual = words.split(separator: "\n", omittingEmptySubsequences: false).map(\.withoutTrailingBlanks)
        .withoutTrailingBlanks
    let file = snapshotFolder.appending(
        path: "Words/\(URL(filePath: filePath).deletingPathExtension().lastPathComponent).txt")
    let expected = try recorded.withLock { _ in
        var sections = try RecordedWords(reading: file)
        guard isRecording else { return sections.words[name] }
        sections.words[name] = actual
        try sections.write(to: file)
        return actual
    }
    guard let expected else {
        Issue.record("'\(name)' was never recorded: RECORD_SNAPSHOTS=1 does", sourceLocation: sourceLocation)
        return
    }
    guard expected != actual else { return }
    Issue.record(
        "'\(name)' says something else:\n\(difference(from: expected, to: actual))", sourceLocation: sourceLocation)
}

/// One test at a time reads a file and writes it.
private let recorded = Mutex(())

private struct RecordedWords {
    /// By the name of the test and its part.
    var words: [String: [String]] = [:]

    /// Begins a section; no word of the console does.
    private static let heading = "§ "

    init(reading file: URL) throws {
        guard let data = FileManager.default.contents(atPath: file.path) else { return }
        var name: String?
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix(Self.heading) {
                let next = String(line.dropFirst(Self.heading.count))
                words[next] = []
                name = next
            } else if let name {
                words[name]?.append(String(line))
            }
        }
        words = words.mapValues(\.withoutTrailingBlanks)
    }

    func write(to file: URL) throws {
        let text = words.sorted { $0.key < $1.key }.map { name, lines in
            "\(Self.heading)\(name)\n" + lines.map { "\($0)\n" }.joined()
        }
        .joined(separator: "\n")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}

extension [String] {
    fileprivate var withoutTrailingBlanks: Self {
        var lines = self
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}

extension Substring {
    fileprivate var withoutTrailingBlanks: String {
        var line = self
        while line.last == " " { line.removeLast() }
        return String(line)
    }
}
