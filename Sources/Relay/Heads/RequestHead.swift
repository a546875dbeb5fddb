/// The head of a request (RFC 9112 §3).
package struct RequestHead: Sendable {
    package var method: String
    /// As it came: `/path?query`, `*`, an absolute URL, or for `CONNECT` a host and a port.
    package var target: String
    /// `HTTP/1.0` or `HTTP/1.1`.
    package let version: String
    package var fields: HeadFields

    /// A head of HTTP/1.1; the fields' values must have no line break.
    package init(method: String, target: String, fields: [(name: String, value: String)]) {
        (self.method, self.target, version, self.fields) = (method, target, "HTTP/1.1", HeadFields())
        for field in fields { self.fields.add(field.name, field.value) }
    }

    init(_ lines: HeadLines) throws(HeadFlaw) {
        let parts = lines.first.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(\.isTokenByte), !parts[1].isEmpty,
            parts[1].allSatisfy({ $0 > 0x20 && $0 != 0x7F }), parts[2].starts(with: "HTTP/".utf8)
        else { throw .startLine }
        method = String(decoding: parts[0], as: UTF8.self)
        target = String(decoding: parts[1], as: UTF8.self)
        version = String(decoding: parts[2], as: UTF8.self)
        guard ["HTTP/1.1", "HTTP/1.0"].contains(version) else { throw .version }
        fields = lines.fields
    }

    /// Adds it as it is written on the wire; fields that nobody has changed are as they came.
    func append(to bytes: inout [UInt8]) {
        for part in [method, " ", target, " ", version, "\r\n"] { bytes += part.utf8 }
        fields.append(to: &bytes)
    }

    /// Whether another request may follow on the connection (RFC 9112 §9.3); one of HTTP/1.0 is the last.
    var keepsConnection: Bool { version == "HTTP/1.1" && !fields.lists("close", in: "Connection") }
}
