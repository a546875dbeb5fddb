package import JOSE
package import SessionCore

/// An error is there twice: in words, as `error`, and with its facts, as `failure`.
extension HTTPExchange: RecordedByMembers {
    package static let members = Members(
        Self.init(
            id:purpose:request:method:url:requestHeaders:requestBody:sentAt:duration:outcome:timeLimit:faults:
            redirectedBy:
            redirect:caller:link:),
        .needed("exchange", \.id), .needed("purpose", \.purpose), .optional("request", \.request),
        .needed("method", \.method), .needed("url", \.url), .needed("request_headers", \.requestHeaders),
        .optional("request_body", \.requestBody), .needed("sent_at", \.sentAt), .needed("duration", \.duration),
        .inline(\.outcome), .optional("time_limit", \.timeLimit), .needed("faults", \.faults, unless: []),
        .optional("redirected_by", \.redirectedBy), .optional("redirect", \.redirect), .optional("caller", \.caller),
        .optional("link", \.link),
        then: [.words("error", \.failure)])
}

extension HTTPExchange.Outcome: RecordedAsObject {
    package var record: JSONObject {
        switch self {
        case .answered(let answer): answer.record
        case .failed(let error): ["failure": error.recorded]
        }
    }

    package init(_ record: Record) throws(RecordFlaw) {
        if record.object["status"] != nil {
            self = .answered(try HTTPAnswer(record))
        } else {
            self = .failed(try record.value("failure"))
        }
    }
}
