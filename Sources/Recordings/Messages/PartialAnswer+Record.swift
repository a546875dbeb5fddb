package import JOSE
package import SessionCore

extension PartialAnswer: RecordedByMembers {
    package static let members = Members(
        Self.init(_:receivedSize:expectedSize:), .inline(\.answer), .needed("received_size", \.receivedSize),
        .optional("expected_size", \.expectedSize))
}

/// The status stands beside the rest of the answer.
extension HTTPAnswer: RecordedAsObject {
    private static let rest = Members(
        {
            Self(
                status: 0, headers: $0, body: $1, bodySize: $2, version: $3, timings: $4, connection: $5, redirects: $6)
        },
        .needed("headers", \.headers), .optional("body", \.body), .needed("body_size", \.bodySize),
        .optional("version", \.version), .optional("timings", \.timings), .optional("connection", \.connection),
        .needed("redirects", \.redirects, unless: []), then: [.optional("reason", \.reason)])

    package var record: JSONObject { ["status": status.recorded, "answer": .object(Self.rest.record(of: self))] }

    package init(_ record: Record) throws(RecordFlaw) {
        let rest: JSONObject = try record.value("answer")
        do { self = try Self.rest.read(Record(rest)) } catch { throw error.inside("answer") }
        status = try record.value("status")
    }
}
