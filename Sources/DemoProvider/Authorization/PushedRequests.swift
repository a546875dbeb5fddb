import FoundationEssentials
import HTTPServer

/// Authorization requests that clients have pushed (RFC 9126); each can be used once.
struct PushedRequests: Sendable {
    static let lifetime = Duration.seconds(60)
    static let prefix = "urn:ietf:params:oauth:request_uri:"

    private struct Record: Sendable {
        let parameters: FormItems
        let clientID: String
        let expiresAt: Date
    }

    private var records = Unfinished<Record>()

    var count: Int { records.count }

    mutating func add(_ uri: String, _ parameters: FormItems, clientID: String, at now: Date) {
        let end = now + Self.lifetime.seconds
        records.add(uri, Record(parameters: parameters, clientID: clientID, expiresAt: end), expiresAt: end)
    }

    mutating func take(_ uri: String, clientID: String, at now: Date) -> FormItems? {
        guard let record = records[uri], record.clientID == clientID else { return nil }
        records[uri] = nil
        return record.expiresAt > now ? record.parameters : nil
    }
}
