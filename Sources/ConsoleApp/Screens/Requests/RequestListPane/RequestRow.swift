import RequestFiles

/// A row of the list: a file, one of its requests, or a call that was sent.
struct RequestRow: Sendable {
    enum Content: Sendable {
        /// `flaw` says why it is not read, or what is wrong beside it.
        case file(RequestLibrary.File, count: Int, flaw: String?)
        case request(Request)
        case sent(SentCall)
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
        return [RequestRow(content: .file(file, count: requests.count, flaw: flaw))]
            + listed.map { RequestRow(content: .request($0)) }
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
