import ConsoleKit
import TerminalUI

/// A recording that is shown, as far as it was read.
struct RecordingReading: Sendable {
    /// The file's name.
    let name: String
    var isComplete = false
    /// Why not all of it was read.
    var flaw: String?

    /// The flaw in lines for the rows of the past.
    func flawLines(width: Int) -> [String] {
        guard let flaw, width > 2 else { return [] }
        let text = SafeText.plain(flaw, glyphs: .unicode)
        return StyledText(text).wrapped(to: width - 2).prefix(3).map(\.text)
    }
}

extension ShellAction {
    /// The key that records the session of a running console.
    package static var recordingKey: String { record.letter }
}
