import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

/// A line of the history.
extension SentCall: RecordedByMembers {
    static let members = Members(
        Self.init(reading:method:url:fields:authorization:count:bodySize:body:outcome:duration:responseBody:isWhole:),
        .needed("time", \.time), .needed("method", \.method), .needed("url", \.url), .needed("headers", \.fields),
        .needed("authorization", \.authorization, earlier: "token"), .needed("count", \.count),
        .needed("body_size", \.bodySize), .optional("body", \.body), .inline(\.outcome),
        .optional("duration", \.duration), .optional("response_body", \.responseBody),
        .needed("whole", \.isWhole, unless: false))

    private var fields: HTTPHeaders { HTTPHeaders(headers) }

    /// A call as the file has it, which anyone may have changed.
    private init(
        reading time: Date, method: String, url: String, fields: HTTPHeaders, authorization: RequestAuthorization,
        count: Int, bodySize: Int, body: String?, outcome: Outcome, duration: Duration?, responseBody: String?,
        isWhole: Bool
    ) {
        self.init(
            time: time, method: method, url: url, headers: fields.fields, authorization: authorization,
            count: max(1, count), bodySize: bodySize, body: body, outcome: outcome,
            duration: duration.flatMap { $0 >= .zero && $0 < .seconds(10_000_000) ? $0 : nil },
            responseBody: responseBody, isWhole: isWhole)
    }

    /// Reads a line; `nil` where it is not one, as after a crash.
    init?(line: [UInt8]) {
        guard var json = try? JSONValue(parsing: line).object else { return nil }
        // Earlier versions wrote fields as objects, and the duration in milliseconds.
        if let fields = json["headers"]?.array, fields.allSatisfy({ $0.object != nil }) {
            json["headers"] = .array(fields.map { [$0["name"] ?? .null, $0["value"] ?? .null] })
        }
        if let milliseconds = json["milliseconds"]?.double, (0..<1e10).contains(milliseconds) {
            json.set("duration", Duration.microseconds(Int(milliseconds * 1_000)))
        }
        guard let call = try? SentCall(Record(json)) else { return nil }
        self = call
    }
}

extension SentCall.Outcome: RecordedAsObject {
    var record: JSONObject {
        switch self {
        case .answered(let status): ["status": status.recorded]
        case .failed(let error): ["error": error.recorded]
        }
    }

    init(_ record: Record) throws(RecordFlaw) {
        if let status: Int = try record.optional("status") {
            self = .answered(status)
        } else {
            self = .failed(try record.value("error", default: "failed"))
        }
    }
}
