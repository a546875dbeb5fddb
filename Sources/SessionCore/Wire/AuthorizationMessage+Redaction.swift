import FoundationEssentials

extension AuthorizationMessage {
    /// A message without its secrets.
    init(_ message: URL) {
        let query = FormParameters(decoding: message.query(percentEncoded: true) ?? "")
        let shown = Redaction.url(message).split(separator: "?", maxSplits: 1).map(String.init)
        self.init(
            url: shown.first ?? "", parameters: query.items.map(\.name), error: query["error"],
            query: shown.count > 1 ? shown[1] : nil)
    }
}
