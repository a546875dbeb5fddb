package import JOSE
package import SessionCore

extension HTTPExchange: RecordedAsObject {
    package var record: JSONObject {
        var json: JSONObject = [
            "exchange": id.recorded, "purpose": purpose.recorded, "method": method.recorded, "url": url.recorded,
        ]
        switch outcome {
        case .answered(let answer): json.set("status", answer.status)
        case .failed(let error):
            json["error"] = failure.map { .string($0) }
            json.set("failure", error)
        }
        json.set("time_limit", timeLimit)
        if !faults.isEmpty { json.set("faults", faults) }
        json.set("redirected_by", redirectedBy)
        json.set("redirect", redirect)
        json.set("request", request)
        json.set("caller", caller)
        json.set("request_headers", requestHeaders)
        json.set("request_body", requestBody)
        json.set("sent_at", sentAt)
        json.set("duration", duration)
        if case .answered(let answer) = outcome { json["answer"] = .object(answer.record) }
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        let outcome: Outcome =
            if let status: Int = try record.optional("status") {
                .answered(try Answer(status: status, try record.value("answer")))
            } else {
                .failed(try record.value("failure"))
            }
        self.init(
            id: try record.value("exchange"), purpose: try record.value("purpose"),
            request: try record.optional("request"), method: try record.value("method"), url: try record.value("url"),
            requestHeaders: try record.value("request_headers"), requestBody: try record.optional("request_body"),
            sentAt: try record.value("sent_at"), duration: try record.value("duration"), outcome: outcome,
            timeLimit: try record.optional("time_limit"), faults: try record.value("faults", default: []),
            redirectedBy: try record.optional("redirected_by"), redirect: try record.optional("redirect"),
            caller: try record.optional("caller"))
    }
}

extension HTTPExchange.Answer {
    /// The answer without its status, which the exchange has.
    var record: JSONObject {
        var json: JSONObject = ["headers": headers.recorded]
        json.set("reason", reason)
        json.set("body", body)
        json.set("body_size", bodySize)
        json.set("version", version)
        json.set("timings", timings)
        json.set("connection", connection)
        if !redirects.isEmpty { json.set("redirects", redirects) }
        return json
    }

    init(status: Int, _ value: JSONValue) throws(RecordFlaw) {
        do {
            let record = try Record(value)
            self.init(
                status: status, headers: try record.value("headers"), body: try record.optional("body"),
                bodySize: try record.value("body_size"), version: try record.optional("version"),
                timings: try record.optional("timings"), connection: try record.optional("connection"),
                redirects: try record.value("redirects", default: []))
            reason = try record.optional("reason")
        } catch {
            throw error.inside("answer")
        }
    }
}
