/// An answer that later requests of the file refer to.
package struct RecordedAnswer: Sendable, Hashable {
    package var status: Int
    package var headers: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }
    package var body: [UInt8]
    private var fields: [Field]

    private struct Field: Sendable, Hashable {
        var name: String
        var value: String
    }

    package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
        self.status = status
        self.body = body
        fields = headers.map { Field(name: $0.name, value: $0.value) }
    }
}
