import ClientObservation
import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

extension SeenChange: RecordedAsObject {
    var record: JSONObject {
        var json: JSONObject = [:]
        if !sessions.isEmpty { json.set("sessions", sessions) }
        if !findings.isEmpty { json.set("findings", findings) }
        if isOver { json.set("is_over", true) }
        json.set("remark", remark)
        return json
    }

    init(_ record: Record) throws(RecordFlaw) {
        self.init(
            sessions: try record.value("sessions", default: []), findings: try record.value("findings", default: []),
            isOver: try record.value("is_over", default: false), remark: try record.optional("remark"))
    }
}

extension ObservedSession.State: RecordedByName {}

extension SeenSession: RecordedAsObject {
    var record: JSONObject {
        var json: JSONObject = ["id": id.recorded, "state": state.recorded]
        json.set("client", client)
        json.set("issuer", issuer)
        json.set("subject", subject)
        json.set("access_token", accessToken)
        json.set("expires_at", expiry)
        if !lineage.isEmpty { json.set("refresh_tokens", lineage) }
        if leftOut > 0 { json.set("left_out", leftOut) }
        if !senders.isEmpty { json.set("senders", senders) }
        return json
    }

    init(_ record: Record) throws(RecordFlaw) {
        self.init(
            id: try record.value("id"), client: try record.optional("client"), issuer: try record.optional("issuer"),
            subject: try record.optional("subject"), state: try record.value("state"),
            accessToken: try record.optional("access_token"), expiry: try record.optional("expires_at"),
            lineage: try record.value("refresh_tokens", default: []),
            leftOut: try record.value("left_out", default: 0), senders: try record.value("senders", default: []))
    }
}

extension SeenSession.Link: RecordedAsObject {
    var record: JSONObject {
        var json: JSONObject = ["token": token.recorded]
        json.set("presenter", presenter)
        if !refused.isEmpty { json.set("refused", refused) }
        return json
    }

    init(_ record: Record) throws(RecordFlaw) {
        self.init(
            token: try record.value("token"), presenter: try record.optional("presenter"),
            refused: try record.value("refused", default: []))
    }
}

extension FindingRule.Weight: RecordedByName {}

/// Without the rule's words, which the program has by its name.
extension ClientFinding: RecordedAsObject {
    var record: JSONObject {
        var json: JSONObject = [
            "id": id.recorded, "rule": rule.recorded, "weight": weight.recorded, "count": count.recorded,
            "first": first.recorded, "last": last.recorded,
        ]
        json.set("session", session)
        json.set("client", client)
        json.set("sender", sender)
        return json
    }

    init(_ record: Record) throws(RecordFlaw) {
        if let finding = try Self.earlierFinding(atProvider: record) {
            self = finding
            return
        }
        self.init(
            id: try record.value("id"), rule: try record.value("rule"), weight: try record.value("weight"),
            session: try record.optional("session"), client: try record.optional("client"),
            sender: try record.optional("sender"), first: try record.value("first"), last: try record.value("last"),
            count: try record.value("count"))
    }

    /// One of a provider as recordings had it before 0.2: its rule was its name, and when it was found was not written.
    private static func earlierFinding(atProvider record: Record) throws(RecordFlaw) -> ClientFinding? {
        guard let rule: String = try record.optional("name") else { return nil }
        let unknown = Evidence(moment: .distantPast, messages: [])
        return ClientFinding(
            id: 0, rule: rule, weight: try record.value("is_error") ? .error : .warning,
            client: try record.optional("client_id"), first: unknown, last: unknown, count: try record.value("count"))
    }
}

extension ClientFinding.Evidence: RecordedAsObject {
    var record: JSONObject { ["moment": moment.recorded, "messages": messages.recorded] }

    init(_ record: Record) throws(RecordFlaw) {
        self.init(moment: try record.value("moment"), messages: try record.value("messages"))
    }
}
