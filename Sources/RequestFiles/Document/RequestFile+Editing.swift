extension RequestFile {
    /// Why a text can't take a request's place.
    package enum EditRefusal: Error, Sendable, Hashable {
        /// A line of it, from 1, would begin another request.
        case separator(line: Int)
        case file(Refusal)
        /// Bytes that are not UTF-8, which the text can't hold, would be replaced by what stands for them in it.
        case bytesLost
        /// The text would not be read as that part of the request.
        case misread(Remark.Matter?)
    }

    /// All that stands between the separators of a request, with LF as line break: what an editor is given.
    package func text(of request: FileRequest) -> String {
        request.lines.map { source[$0].text + "\n" }.joined()
    }

    /// The file with another text in the place of that request's.
    ///
    /// Lines that both texts begin or end with keep their bytes, what is not UTF-8 included, and so does the rest of
    /// the file. New lines end as the request's do.
    package func replacing(_ request: FileRequest, with text: String) throws(EditRefusal) -> RequestFile {
        var new = Array(text.utf8).split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") }.map { line in
            line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        }
        if new.last?.isEmpty ?? false { new.removeLast() }
        if let line = new.firstIndex(where: { $0.begins(with: FileReader.separator) }) {
            throw .separator(line: line + 1)
        }
        let old = request.lines
        var kept = 0
        while kept < min(new.count, old.count), source[old.lowerBound + kept].text.utf8.elementsEqual(new[kept]) {
            kept += 1
        }
        var keptAtEnd = 0
        while keptAtEnd < min(new.count, old.count) - kept,
            source[old.upperBound - 1 - keptAtEnd].text.utf8.elementsEqual(new[new.count - 1 - keptAtEnd])
        {
            keptAtEnd += 1
        }
        let changed = old.lowerBound + kept..<old.upperBound - keptAtEnd
        var middle = new[kept..<new.count - keptAtEnd]
        let hasOtherBytes = changed.contains { String(validating: source[$0], as: UTF8.self) == nil }
        if hasOtherBytes, middle.contains(where: { String(decoding: $0, as: UTF8.self).contains("\u{FFFD}") }) {
            throw .bytesLost
        }
        var bytes = Array(source.whole(0..<changed.lowerBound))
        let lineBreak = lineBreak(near: old)
        // The first line may stand behind a byte order mark, and the last one may have no line break: both stay so.
        let mark = source.count > 0 ? source.whole(0).prefix(upTo: source[0].startIndex) : []
        if changed.lowerBound == 0 { bytes += mark }
        let isOpen =
            changed.upperBound == source.count && source.count > 0 && source.lineBreak(source.count - 1).isEmpty
        if isOpen, changed.isEmpty, !middle.isEmpty { bytes += lineBreak }
        // A line that takes another's place ends as that one did.
        var replaced = changed
        while let line = middle.popFirst() {
            let own = replaced.popFirst().map { source.lineBreak($0) }
            let end = own?.last == UInt8(ascii: "\n") ? own ?? lineBreak : lineBreak
            // A CR that ends the line before must not become a CRLF.
            let isBehindCR = line.isEmpty && bytes.last == UInt8(ascii: "\r")
            bytes += line
            if !isOpen || !middle.isEmpty {
                bytes += isBehindCR ? [UInt8(ascii: "\r"), UInt8(ascii: "\n")] : end
            }
        }
        let rest = source.whole(changed.upperBound..<source.count).dropFirst(changed.upperBound == 0 ? mark.count : 0)
        if bytes.last == UInt8(ascii: "\r"), rest.first == UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        bytes += rest
        do throws(Refusal) { return try RequestFile(bytes) } catch { throw .file(error) }
    }

    /// What ends new lines there: LF or CRLF, as the first of the request's lines that ends so, else of the file's.
    private func lineBreak(near lines: Range<Int>) -> ArraySlice<UInt8> {
        func first(_ lines: Range<Int>) -> ArraySlice<UInt8>? {
            lines.lazy.map { source.lineBreak($0) }.first { $0.last == UInt8(ascii: "\n") }
        }
        return first(lines) ?? first(0..<source.count) ?? [UInt8(ascii: "\n")]
    }
}
