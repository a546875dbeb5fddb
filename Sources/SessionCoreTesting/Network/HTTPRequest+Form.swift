public import SessionCore

extension HTTPRequest {
    /// The body as text; empty where there is none.
    public var bodyText: String {
        if case .bytes(let bytes) = body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }

    /// The parameters of a form-encoded body; of several with one name, the last.
    public var form: [String: String] {
        Dictionary(FormParameters(decoding: bodyText).items.map { ($0.name, $0.value) }) { $1 }
    }
}
