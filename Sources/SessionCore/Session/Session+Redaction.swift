import FoundationEssentials

extension Session {
    /// A request's URL and fields as they may be kept: without secrets that this session knows, and without what stands
    /// under a secret's name.
    package nonisolated func redacted(_ request: HTTPRequest) -> (url: String, headers: HTTPHeaders) {
        let scrubber = journal.secrets.scrubber
        return (scrubber.text(Redaction.url(request.url)), Redaction.headers(request.headers, scrubber))
    }

    /// A value as it may be kept: its texts without secrets that this session knows, and without what has the shape or
    /// the name of one.
    package nonisolated func redacted<Value: HasTexts>(_ value: Value) -> Value { value.mapTexts(journal.secrets) }
}
