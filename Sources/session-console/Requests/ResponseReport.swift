import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

/// What `request --json` prints of an answer.
struct ResponseReport: RecordedByMembers {
    let status: Int
    let version: String?
    let url: String
    let headers: [HTTPHeaders.Field]
    /// `nil` where it is no UTF-8.
    let body: String?
    /// `nil` where it is UTF-8.
    let encodedBody: String?
    let size: Int
    let duration: Duration?
    let attempts: Int
    let hasWaitedForRefresh: Bool
    let authorization: AuthorizedResponse.Verdict.Name
    /// `nil` where nothing is wrong.
    let reason: String?

    static let members = Members(
        Self.init(
            status:version:url:headers:body:encodedBody:size:duration:attempts:hasWaitedForRefresh:authorization:
            reason:),
        .needed("status", \.status), .optional("http_version", \.version), .needed("url", \.url),
        .needed("headers", \.headers), .optional("body", \.body), .optional("body_base64", \.encodedBody),
        .needed("size", \.size), .optional("duration", \.duration), .needed("attempts", \.attempts),
        .needed("waited_for_refresh", \.hasWaitedForRefresh), .needed("authorization", \.authorization),
        .optional("reason", \.reason))
}

extension ResponseReport {
    init(_ answer: AuthorizedResponse) {
        let response = answer.response
        let text = String(validating: response.body, as: UTF8.self)
        self.init(
            status: response.status, version: response.version, url: response.url.absoluteString,
            headers: response.headers.fields, body: text,
            encodedBody: text == nil ? Base64.encode(response.body) : nil, size: response.body.count,
            duration: answer.facts.duration, attempts: answer.facts.attempts,
            hasWaitedForRefresh: answer.facts.waitedForRefresh != nil, authorization: answer.verdict.name,
            reason: answer.verdictText)
    }
}

extension HTTPHeaders.Field: RecordedByMembers {
    static let members = Members(Self.init(name:value:), .needed("name", \.name), .needed("value", \.value))
}

/// What `run --json` prints of an answer: the request's name, where it stands, and what `request` prints.
struct NamedResponseReport: RecordedByMembers {
    let name: String
    /// Counts from 1.
    let line: Int
    let response: ResponseReport

    static let members = Members(
        Self.init(name:line:response:), .needed("name", \.name), .needed("line", \.line), .inline(\.response))
}

/// What `request --repeat --json` prints of one call.
struct CallReport: RecordedByMembers {
    let index: Int
    let duration: Duration
    let attempts: Int
    let status: Int?
    let authorization: AuthorizedResponse.Verdict.Name?
    let reason: String?
    /// Why there is no answer.
    let error: String?

    static let members = Members(
        Self.init(index:duration:attempts:status:authorization:reason:error:), .needed("index", \.index),
        .needed("duration", \.duration), .needed("attempts", \.attempts), .optional("status", \.status),
        .optional("authorization", \.authorization), .optional("reason", \.reason), .optional("error", \.error))
}

extension CallReport {
    init(_ call: RequestSeries.Call) {
        let answer = try? call.result.get()
        var error: String?
        if case .failure(let failure) = call.result { error = "\(failure)" }
        self.init(
            index: call.index, duration: call.duration, attempts: call.attempts, status: answer?.response.status,
            authorization: answer?.verdict.name, reason: answer?.verdictText, error: error)
    }
}

/// What `request --repeat --json` prints at the end.
struct SeriesReport: RecordedByMembers {
    struct Latency: RecordedByMembers {
        let p50: Duration
        let p90: Duration
        let p99: Duration
        let max: Duration

        static let members = Members(
            Self.init(p50:p90:p99:max:), .needed("p50", \.p50), .needed("p90", \.p90), .needed("p99", \.p99),
            .needed("max", \.max))
    }

    let calls: Int
    /// The number of answers by status.
    let statuses: [String: Int]
    /// The number of calls without an answer by reason.
    let failures: [String: Int]
    let refreshes: Int
    let logouts: Int
    let duration: Duration
    let latency: Latency

    static let members = Members(
        Self.init(calls:statuses:failures:refreshes:logouts:duration:latency:), .needed("calls", \.calls),
        .needed("statuses", \.statuses), .needed("failures", \.failures), .needed("refreshes", \.refreshes),
        .needed("logouts", \.logouts), .needed("duration", \.duration), .needed("latency", \.latency))
}
