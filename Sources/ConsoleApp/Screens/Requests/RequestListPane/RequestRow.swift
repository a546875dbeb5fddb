import RequestFiles
import TerminalUI

/// A row of the list: a file, one of its requests, what of it is not done, or a call that was sent.
struct RequestRow: ListRow {
    enum Content: Sendable {
        /// `flaw` says why it is not read, or what is wrong beside it.
        case file(RequestLibrary.File, count: Int, flaw: String?)
        case request(Request)
        case omission(Omission)
        case sent(SentCall)
    }

    /// What of a file, or of the folder, is left out and belongs to no request.
    struct Omission: Sendable {
        /// `nil` for the folder.
        let path: String?
        let line: Int?
        let words: String
    }

    struct Request: Sendable {
        let id: RequestID
        let method: String
        /// What the file calls it; `nil` where it has no name.
        let name: String?
        let target: String
        /// `nil` in a document, whose lines are not those of the requests made of it.
        let line: Int?
        let remarkCount: Int
        /// Whether it can't be sent as it is written.
        let isFaulty: Bool
    }

    let content: Content

    enum ID: Sendable, Hashable {
        case file(String)
        case request(RequestID)
        case omission(String?, line: Int?, words: String)
        case sent(SentCall.ID)
    }

    var id: ID {
        switch content {
        case .file(let file, _, _): .file(file.path)
        case .request(let request): .request(request.id)
        case .omission(let omission): .omission(omission.path, line: omission.line, words: omission.words)
        case .sent(let call): .sent(call.id)
        }
    }

    /// Moving goes past a file for which its requests stand.
    var stop: RowStop {
        if case .file(_, let count, nil) = content, count > 0 { .click } else { .always }
    }

    var call: SentCall? { if case .sent(let call) = content { call } else { nil } }
    var request: Request? { if case .request(let request) = content { request } else { nil } }

    /// The rows of a file, of which a filter may leave out some; all of none where no request passes.
    static func rows(of file: RequestLibrary.File, flaw: String?, filter: String) -> [RequestRow] {
        let words = filter.lowercased().split(separator: " ")
        guard let contents = file.file else {
            guard case .failure(let failure) = file.contents, Self.passes([file.path], words) else { return [] }
            return [RequestRow(content: .file(file, count: 0, flaw: failure.reason))]
        }
        var remarks: [Int: Int] = [:]
        for remark in contents.remarks { remarks[remark.position.line, default: 0] += 1 }
        let requests = contents.requests.map { request in
            let isNamed = request.givenName != nil || !request.title.isEmpty
            let count = remarks.isEmpty ? 0 : remarks.filter { request.lines.contains($0.key - 1) }.values.reduce(0, +)
            return Request(
                id: RequestID(request, path: file.path), method: request.method, name: isNamed ? request.name : nil,
                target: file.operation(of: request)?.address ?? request.target.map(\.text).joined(),
                line: file.origin == .openAPI ? nil : request.line,
                remarkCount: count,
                isFaulty: request.fault != nil)
        }
        let listed = requests.filter { passes([$0.method, $0.name ?? "", $0.target, file.path], words) }
        guard !listed.isEmpty || words.isEmpty else { return [] }
        let rest = words.isEmpty ? omissions(of: file, contents)[...] : []
        return [RequestRow(content: .file(file, count: requests.count, flaw: flaw))] + inOrder(listed[...], rest)
    }

    /// The remarks on lines that belong to no request.
    private static func omissions(of file: RequestLibrary.File, _ contents: RequestFile) -> [Omission] {
        guard file.origin != .openAPI, !contents.remarks.isEmpty else { return [] }
        var requests = contents.requests[...]
        return contents.remarks.compactMap { remark in
            let line = remark.position.line - 1
            while let first = requests.first, first.lines.upperBound <= line { requests.removeFirst() }
            guard requests.first?.lines.contains(line) != true else { return nil }
            return Omission(path: file.path, line: remark.position.line, words: remark.words)
        }
    }

    private static func inOrder(_ requests: ArraySlice<Request>, _ omissions: ArraySlice<Omission>) -> [RequestRow] {
        var (requests, omissions, rows) = (requests, omissions, [RequestRow]())
        while let omission = omissions.popFirst() {
            while let request = requests.first, request.line ?? 0 < omission.line ?? 0 {
                rows.append(RequestRow(content: .request(request)))
                requests.removeFirst()
            }
            rows.append(RequestRow(content: .omission(omission)))
        }
        return rows + requests.map { RequestRow(content: .request($0)) }
    }

    /// The rows of the calls that pass a filter.
    static func rows(of calls: [SentCall], filter: String) -> [RequestRow] {
        let words = filter.lowercased().split(separator: " ")
        return calls.filter { passes([$0.method, $0.url, $0.status], words) }.map { RequestRow(content: .sent($0)) }
    }

    /// Whether every word is in one of the texts.
    private static func passes(_ texts: [String], _ words: [Substring]) -> Bool {
        guard !words.isEmpty else { return true }
        let texts = texts.map { $0.lowercased() }
        return words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }
}

extension RequestRow {
    /// The file that it belongs to.
    var path: String? {
        switch content {
        case .file(let file, _, _): file.path
        case .request(let request): request.id.path
        case .omission(let omission): omission.path
        case .sent: nil
        }
    }

    /// The line of its file at which an editor is opened.
    var line: Int? {
        switch content {
        case .request(let request): request.line
        case .omission(let omission): omission.line
        case .file, .sent: nil
        }
    }

    /// What is wrong there, in full.
    var flaw: String? {
        switch content {
        case .file(let file, _, let flaw): flaw.map { "\(file.path): \($0)" }
        case .omission(let omission):
            [omission.path, omission.line.map { "line \($0)" }, omission.words].compactMap(\.self)
                .joined(separator: ": ")
        case .request, .sent: nil
        }
    }
}
