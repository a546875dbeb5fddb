import FoundationEssentials
import HTTPServer

/// Authorization requests that a client pushed beforehand (RFC 9126); each is good once.
struct PushedRequests: Sendable {
    static let lifetime = Duration.seconds(60)
    static let prefix = "urn:ietf:params:oauth:request_uri:"

    private struct Record: Sendable {
        let parameters: FormItems
        let clientID: String
        let expiresAt: Date
    }

    private var records: [String: Record] = [:]

    mutating func add(_ uri: String, _ parameters: FormItems, clientID: String, at now: Date) {
        records = records.filter { $0.value.expiresAt > now }
        records[uri] = Record(
            parameters: parameters, clientID: clientID, expiresAt: now + Self.lifetime.seconds)
    }

    mutating func take(_ uri: String, clientID: String, at now: Date) -> FormItems? {
        guard let record = records[uri], record.clientID == clientID else { return nil }
        records[uri] = nil
        return record.expiresAt > now ? record.parameters : nil
    }
}
