/// A request that was answered, as later requests of the file refer to it.
package struct RecordedAnswer: Sendable, Hashable {
    package var status: Int
    package var response: Content
    /// What was sent; the session's token is not a part of it.
    package var request: Content

    /// The fields and the body of one message.
    package struct Content: Sendable, Hashable {
        package var body: [UInt8]
        private var fields: [Field]

        private struct Field: Sendable, Hashable {
            var name: String
            var value: String
        }

        package init(headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
            self.body = body
            fields = headers.map { Field(name: $0.name, value: $0.value) }
        }

        package var headers: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }
    }

    package init(
        status: Int, headers: [(name: String, value: String)], body: [UInt8], request: ResolvedRequest? = nil
    ) {
        self.status = status
        response = Content(headers: headers, body: body)
        self.request = Content(headers: request?.headers ?? [], body: request?.body ?? [])
    }
}
