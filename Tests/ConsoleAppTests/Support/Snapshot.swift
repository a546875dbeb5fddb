import FoundationEssentials
import Testing
import TerminalUI

@testable import ConsoleApp

/// Compares a picture with the one that was recorded: its text, and with `styles` the roles of its cells.
///
/// With `RECORD_SNAPSHOTS=1` in the environment the picture is recorded instead.
func expectSnapshot(
    _ name: String, _ surface: Surface, styles: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let drawn = surface.lines + (styles ? ["", "styles"] + surface.styleLines : [])
    let actual = drawn.joined(separator: "\n") + "\n"
    let file = snapshotFolder.appending(path: "\(name).txt")
    if isRecording {
        try FileManager.default.createDirectory(at: snapshotFolder, withIntermediateDirectories: true)
        try Data(actual.utf8).write(to: file)
        return
    }
    guard let data = FileManager.default.contents(atPath: file.path) else {
        Issue.record("\(name) was never recorded: RECORD_SNAPSHOTS=1 does", sourceLocation: sourceLocation)
        return
    }
    let expected = String(decoding: data, as: UTF8.self)
    guard expected != actual else { return }
    Issue.record(
        "\(name) looks different:\n\(difference(from: lines(expected), to: lines(actual)))",
        sourceLocation: sourceLocation)
}

let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

let snapshotFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "__Snapshots__")

private func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

/// The lines that differ, by number.
func difference(from old: [String], to new: [String]) -> String {
    (0..<max(old.count, new.count)).compactMap { index in
        let (before, after) = (
            old.indices.contains(index) ? old[index] : "", new.indices.contains(index) ? new[index] : ""
        )
        return before == after ? nil : "line \(index + 1)\n  - \(before)\n  + \(after)"
    }
    .joined(separator: "\n")
}
