extension RequestFile {
    /// A part of a request that can be edited by itself.
    package enum Part: Sendable, Hashable {
        /// Method and target.
        case requestLine
        case header(Int)
        case newHeader
        case body
    }

    /// The part as the file has it; `nil` for a command line of curl, which is edited as a whole.
    package func text(of part: Part, of request: FileRequest) -> String? {
        guard let lines = lines(of: part, request) else { return nil }
        return lines.map { source[$0].text }.joined(separator: "\n")
    }

    /// The file with another text in the place of that part; an empty one removes a header or the body.
    ///
    /// All other lines keep their bytes. Throws where the file would then say something else than that.
    package func replacing(
        _ part: Part, of request: FileRequest, with text: String
    ) throws(EditRefusal) -> RequestFile {
        guard let place = lines(of: part, request) else { throw .misread(nil) }
        let all = request.lines.map { source[$0].text }
        let start = place.lowerBound - request.lines.lowerBound
        var new = text.isEmpty ? [] : text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
        while new.last?.isEmpty ?? false { new.removeLast() }
        var lines = all[..<start].map { $0 }
        // A body stands behind an empty line.
        if part == .body, place.isEmpty, !new.isEmpty { lines.append("") }
        lines += new.map(String.init)
        lines += all[(start + place.count)...]
        let file = try replacing(request, with: lines.joined(separator: "\n") + "\n")
        try file.require(part, of: request, like: new.isEmpty ? 0 : 1, in: self)
        return file
    }

    /// Throws where the edited request is not read as it was meant.
    private func require(
        _ part: Part, of old: FileRequest, like count: Int, in before: RequestFile
    ) throws(EditRefusal) {
        let known = Set(before.remarks.map(\.matter))
        let matter = remarks.first { $0.preventsSending && !known.contains($0.matter) }?.matter
        guard requests.count == before.requests.count, requests.indices.contains(old.number - 1), matter == nil else {
            throw .misread(matter)
        }
        let new = requests[old.number - 1]
        let isAsMeant =
            switch part {
            case .requestLine: count == 1 && new.headers.count == old.headers.count && !new.target.isEmpty
            case .header: new.headers.count == old.headers.count - 1 + count
            case .newHeader: new.headers.count == old.headers.count + count
            case .body: new.headers.count == old.headers.count && new.body.isEmpty == (count == 0)
            }
        guard isAsMeant else { throw .misread(nil) }
    }

    /// The lines of a part, from 0; none, at its place, where there is no such part yet.
    private func lines(of part: Part, _ request: FileRequest) -> Range<Int>? {
        guard request.bodyKind != .curl, !request.target.isEmpty else { return nil }
        let line = { (fragment: Fragment) in position(of: fragment).line - 1 }
        let first = source.position(of: request.offset).line - 1
        let head = first..<(request.target.last.map(line) ?? first) + 1
        switch part {
        case .requestLine: return head
        case .header(let index):
            guard request.headers.indices.contains(index), let start = request.headers[index].value.first,
                let end = request.headers[index].value.last
            else { return nil }
            return line(start)..<line(end) + 1
        case .newHeader:
            let end = request.headers.last?.value.last.map { line($0) + 1 } ?? head.upperBound
            return end..<end
        case .body:
            guard let start = request.body.first, let end = request.body.last else {
                let end = request.headers.last?.value.last.map { line($0) + 1 } ?? head.upperBound
                return end..<end
            }
            return line(start.place)..<line(end.place) + 1
        }
    }
}
