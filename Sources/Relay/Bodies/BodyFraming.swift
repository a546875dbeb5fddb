/// Where the body of a message ends (RFC 9112 §6.3).
enum BodyFraming: Equatable {
    case length(Int)
    case chunked
    /// With the connection.
    case close
    /// Both sides send what they like until one of them closes.
    case blind

    init(of request: RequestHead) throws(HeadFlaw) {
        let fields = request.fields
        guard fields.contains("Transfer-Encoding") else {
            self = .length(try Self.length(fields, allowingCopies: false) ?? 0)
            return
        }
        guard !fields.contains("Content-Length") else { throw .length }
        guard request.version == "HTTP/1.1", Self.endsChunked(fields) else { throw .transferCoding }
        self = .chunked
    }

    init(of answer: AnswerHead, to method: String) throws(HeadFlaw) {
        let fields = answer.fields
        if answer.status == 101 {
            self = .blind
        } else if method == "HEAD" || answer.status < 200 || answer.status == 204 || answer.status == 304 {
            self = .length(0)
        } else if fields.contains("Transfer-Encoding") {
            self = Self.endsChunked(fields) ? .chunked : .close
        } else {
            self = try Self.length(fields, allowingCopies: true).map { .length($0) } ?? .close
        }
    }

    private static func endsChunked(_ fields: HeadFields) -> Bool {
        let codings = fields.members(of: "Transfer-Encoding")
        return codings.last == "chunked" && codings.filter { $0 == "chunked" }.count == 1
    }

    private static func length(_ fields: HeadFields, allowingCopies: Bool) throws(HeadFlaw) -> Int? {
        var first: ArraySlice<UInt8>?
        for field in fields.fields where field.isNamed("Content-Length") {
            guard first == nil || allowingCopies && field.content == first else { throw .length }
            first = field.content
        }
        guard let first else { return nil }
        guard !first.isEmpty, first.allSatisfy({ (0x30...0x39).contains($0) }),
            let length = Int(String(decoding: first, as: UTF8.self))
        else { throw .length }
        return length
    }
}
