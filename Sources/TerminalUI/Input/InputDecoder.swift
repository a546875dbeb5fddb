/// Decodes the bytes that a terminal sends into keys, wherever they are split between reads.
///
/// Only silence shows that an ESC was the key and not the beginning of a sequence, or that a paste is over. While
/// ``awaitsSilence`` is true, the owner calls ``flush()`` when no byte has arrived for ``silence``.
///
/// A control string (ECMA-48 §5.6), such as the terminal's answer to a question, takes all bytes until its
/// terminator. It may last no longer than ``stringLimit``: while ``isInString`` is true, the owner calls ``flush()``
/// at that time, even if more bytes have arrived.
///
/// A paste extends from the first start marker to the last end marker before a silence. So an end marker hidden in
/// the pasted text can't turn the rest of the text into keys; markers within the paste are removed. Where a terminal
/// sends no markers, text of several lines that comes in one read is a paste, too; it extends to the next silence.
package struct InputDecoder: Sendable {
    /// Longer than the 25 ms that slow links put between the bytes of one key, shorter than the 50 ms within which an
    /// ESC must act.
    package static let silence: Duration = .milliseconds(35)
    /// Longer than a terminal's answer takes over a slow link, short enough not to be felt as a dead keyboard.
    package static let stringLimit: Duration = .milliseconds(500)
    /// The number of bytes of one paste that are kept; the rest is dropped.
    package static let pasteLimit = 4 << 20

    private let sequences: KeySequences
    private var pending: [UInt8] = []
    private var paste: PasteBuffer?
    private var reports: [TerminalReport] = []

    /// Creates a decoder for the usual sequences and those of one terminal.
    package init(_ sequences: KeySequences = KeySequences()) {
        self.sequences = sequences
    }

    package var awaitsSilence: Bool {
        if let paste { return paste.hasEnded }
        guard pending.first == 0x1B else { return false }
        // Three bytes or more are not typed but sent by a key, so the rest of the sequence is only late.
        return pending.count <= 2
    }

    /// Whether a control string has begun and has no terminator yet.
    package var isInString: Bool { paste == nil && pending.count > 2 && KeySequences.beginsString(pending) }

    /// Removes and returns the terminal's answers since the last call.
    package mutating func takeReports() -> [TerminalReport] {
        defer { reports = [] }
        return reports
    }

    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] { feed(Array(bytes)) }

    package mutating func feed(_ bytes: [UInt8]) -> [Key] {
        if let unfinished = paste {
            if unfinished.isMarked || PasteBuffer.isText(bytes) {
                paste?.append(bytes)
                return []
            }
            return flush() + feed(bytes)
        }
        if pending.isEmpty, PasteBuffer.isUnmarkedText(bytes) {
            paste = PasteBuffer(limit: Self.pasteLimit, isMarked: false)
            paste?.append(bytes)
            return []
        }
        pending.append(contentsOf: bytes)
        return decode()
    }

    /// Decides pending bytes after a silence, and gives up a control string.
    package mutating func flush() -> [Key] {
        if let paste {
            guard let (text, rest) = paste.finish() else { return [] }
            self.paste = nil
            return [.paste(text)] + feed(rest)
        }
        // An ESC at its end may have been a key.
        if isInString { pending = pending.last == 0x1B ? [0x1B] : [] }
        guard awaitsSilence else { return [] }
        let unfinished = pending
        pending = []
        guard unfinished.count == 2, unfinished[1] < 0x80 else { return [.escape] }
        return [.modified(.character(Character(Unicode.Scalar(unfinished[1]))), .alt)]
    }

    private mutating func decode() -> [Key] {
        var keys: [Key] = []
        var rest = pending[...]
        while !rest.isEmpty {
            switch sequences.next(in: rest) {
            case .key(let key, let length):
                keys.append(key)
                rest = rest.dropFirst(length)
            case .nothing(let length):
                rest = rest.dropFirst(length)
            case .report(let report, let length):
                reports.append(report)
                rest = rest.dropFirst(length)
            case .pasteStart(let length):
                var buffer = PasteBuffer(limit: Self.pasteLimit, isMarked: true)
                buffer.append(rest.dropFirst(length))
                pending = []
                paste = buffer
                return keys
            case .incomplete:
                pending = Array(rest)
                return keys
            }
        }
        pending = []
        return keys
    }
}
