/// The head of an answer (RFC 9112 §4).
package struct AnswerHead: Sendable {
    package let status: Int
    package let reason: String
    /// `HTTP/1.0` or `HTTP/1.1`.
    package let version: String
    package var fields: HeadFields
    private let statusLine: ArraySlice<UInt8>

    init(_ lines: HeadLines) throws(HeadFlaw) {
        let parts = lines.first.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].starts(with: "HTTP/1.".utf8), parts[0].count == 8, parts[1].count == 3,
            parts[1].allSatisfy({ (0x30...0x39).contains($0) }),
            let status = Int(String(decoding: parts[1], as: UTF8.self)), status >= 100
        else { throw .startLine }
        self.status = status
        reason = parts.count > 2 ? String(decoding: parts[2], as: UTF8.self) : ""
        version = String(decoding: parts[0], as: UTF8.self)
        fields = lines.fields
        statusLine = lines.first
    }

    /// Adds it as it is written on the wire; fields that nobody has changed are as they came.
    func append(to bytes: inout [UInt8]) {
        bytes += statusLine
        bytes += "\r\n".utf8
        fields.append(to: &bytes)
    }

    /// Whether another answer comes for the same request (RFC 9110 §15.2); after 101 none does.
    package var isInterim: Bool { status < 200 && status != 101 }

    /// Whether the connection may be used again (RFC 9112 §9.3).
    var keepsConnection: Bool { version == "HTTP/1.1" && !fields.lists("close", in: "Connection") }
}
