import ClientObservation
import FoundationEssentials
import Recordings
import SessionCore

extension ServedClient: RecordedByMembers {
    static let members = Members(
        Self.init(
            id:name:address:clientID:steps:hasCode:token:delivered:lifetime:earlier:first:latest:successor:),
        .needed("id", \.id), .optional("name", \.name), .optional("address", \.address),
        .optional("client_id", \.clientID), .needed("steps", \.steps, unless: []),
        .needed("has_code", \.hasCode, unless: false), .optional("token", \.token),
        .optional("delivered_at", \.delivered), .optional("lifetime", \.lifetime),
        .needed("earlier", \.earlier, unless: []), .needed("first", \.first), .needed("latest", \.latest),
        .optional("successor", \.successor))
}

extension ServedClient.Progress: RecordedByMembers {
    static let members = Members(
        Self.init(step:outcome:status:moment:count:), .needed("step", \.step), .needed("outcome", \.outcome),
        .optional("status", \.status), .needed("time", \.moment, earlier: "at"),
        .needed("count", \.count))
}

extension ServedClient.Step: RecordedByName {}
extension ServedClient.Progress.Outcome: RecordedByName {}
extension ServedClient.Stand: RecordedByName {}
extension FindingRule.Side: RecordedByName {}
