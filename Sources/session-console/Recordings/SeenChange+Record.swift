import ClientObservation
import ConsoleApp
import FoundationEssentials
package import JOSE
package import Recordings
import SessionCore

extension SeenChange: RecordedByMembers {
    static let members = Members(
        Self.init(sessions:findings:served:isOver:verdict:notice:), .needed("sessions", \.sessions, unless: []),
        .needed("findings", \.findings, unless: []), .needed("clients", \.served, unless: []),
        .needed("is_over", \.isOver, unless: false),
        .optional("verdict", \.verdict), .optional("notice", \.notice))
}

extension SeenVerdict: RecordedByMembers {
    static let members = Members(
        Self.init(fault:verdict:), .needed("fault", \.fault), .inline(\.verdict))
}

extension FaultVerdict.Reaction: RecordedByName {}
extension FaultVerdict.Uncertainty: RecordedByName {}

extension FaultVerdict: RecordedAsObject {
    private enum Name: String, RecordedByName, CaseIterable {
        case open, finding, passed, undecided
    }

    package static let shape = RecordShape.cases(
        "result", Name.self, ["rule": .plain, "conduct": Reaction.shape, "doubt": Uncertainty.shape])

    package var record: JSONObject {
        switch self {
        case .open: ["result": Name.open.recorded]
        case .broken(let rule): ["result": Name.finding.recorded, "rule": rule.recorded]
        case .passed(let conduct): ["result": Name.passed.recorded, "conduct": conduct.recorded]
        case .undecided(let doubt): ["result": Name.undecided.recorded, "doubt": doubt.recorded]
        }
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self =
            switch try record.value("result", as: Name.self) {
            case .open: .open
            case .finding: .broken(rule: try record.value("rule"))
            case .passed: .passed(try record.value("conduct"))
            case .undecided: .undecided(try record.value("doubt"))
            }
    }
}

extension ObservedSession.State: RecordedByName {
    /// Before 0.2 the reuse of a refresh token counted as the session's end.
    package init(recorded: JSONValue) throws(RecordFlaw) {
        let name = try String(recorded: recorded)
        guard let state = name == "reused" ? .reuseRefused : Self(rawValue: name) else {
            throw RecordFlaw(unknown: recorded)
        }
        self = state
    }
}

extension SeenSession: RecordedByMembers {
    static let members = Members(
        Self.init(id:client:issuer:subject:state:accessToken:expiry:lineage:leftOut:senders:), .needed("id", \.id),
        .optional("client", \.client), .optional("issuer", \.issuer), .optional("subject", \.subject),
        .needed("state", \.state), .optional("access_token", \.accessToken), .optional("expires_at", \.expiry),
        .needed("refresh_tokens", \.lineage, unless: []), .needed("left_out", \.leftOut, unless: 0),
        .needed("senders", \.senders, unless: []))
}

extension SeenSession.Link: RecordedByMembers {
    static let members = Members(
        Self.init(token:presenter:refused:), .needed("token", \.token), .optional("presenter", \.presenter),
        .needed("refused", \.refused, unless: []))
}

extension FindingRule.Weight: RecordedByName {}

/// Without the rule's words, which the program has by its name.
extension ClientFinding: RecordedByMembers {
    static let members = Members(
        Self.init(id:rule:weight:session:client:sender:first:last:count:contrast:), .needed("id", \.id),
        .needed("name", \.rule, earlier: "rule"), .needed("weight", \.weight),
        .optional("session", \.session), .optional("client", \.client), .optional("sender", \.sender),
        .needed("first", \.first),
        .needed("last", \.last), .needed("count", \.count), .optional("contrast", \.contrast))

    init(_ record: Record) throws(RecordFlaw) {
        if let finding = try Self.earlierFinding(atProvider: record) {
            self = finding
        } else {
            self = try Self.members.read(record)
        }
    }

    /// One of a provider as recordings had it before 0.2: when it was found was not written.
    private static func earlierFinding(atProvider record: Record) throws(RecordFlaw) -> ClientFinding? {
        guard let isError: Bool = try record.optional("is_error") else { return nil }
        let unknown = Evidence(moment: .distantPast, messages: [])
        return ClientFinding(
            id: 0, rule: try record.value("name"), weight: isError ? .error : .warning,
            client: try record.optional("client_id"), first: unknown, last: unknown, count: try record.value("count"))
    }
}

extension Contrast.Source: RecordedByName {}

extension Contrast: RecordedByMembers {
    static let members = Members(
        Self.init(parameter:found:known:source:), .needed("parameter", \.parameter), .needed("found", \.found),
        .needed("known", \.known), .needed("source", \.source))
}

extension ClientFinding.Evidence: RecordedByMembers {
    static let members = Members(
        Self.init(moment:messages:), .needed("time", \.moment, earlier: "moment"), .needed("messages", \.messages))
}
