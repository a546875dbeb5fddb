import FoundationEssentials
import SessionCore

@testable import ConsoleApp

extension Flow {
    /// The flow of events, each a tenth of a second after the one before.
    init(_ kinds: [(SessionEvent.Kind, cause: Int?)]) {
        self.init()
        for (index, (kind, cause)) in kinds.enumerated() {
            append(FlowEvent(Samples.event(index + 1, kind, cause: cause, at: Double(index) / 10)))
        }
    }

    init(events: [SessionEvent]) {
        self.init()
        for event in events { append(FlowEvent(event)) }
    }

    /// The rows in short: `→ API GET /orders 200 A3F1`.
    var summaries: [String] { rows.map { $0.step.summary } }

    /// The lines of text without their times.
    var texts: [String] { items().items.map { ($0.count > 1 ? "\($0.count) × " : "") + $0.step.summary } }

    /// Calls that begin together, wait for one refresh and are answered.
    static func burst(of count: Int, from first: Int = 1) -> [SessionEvent] {
        var events: [SessionEvent] = []
        func add(_ kind: SessionEvent.Kind, cause: Int? = nil) {
            events.append(
                Samples.event(events.count + 1, kind, cause: cause, at: Double(events.count) / 1000))
        }
        for call in 0..<count { add(.requestStarted(Samples.facts(first + call, status: nil))) }
        let refresh = count + 1
        add(.refreshStarted(.expired, access: Samples.access, refresh: Samples.refresh), cause: 1)
        add(.exchange(Samples.tokenExchange), cause: refresh)
        add(
            .refreshed(Samples.tokens, replacedAccess: Samples.access, replacedRefresh: Samples.refresh),
            cause: refresh)
        for call in 0..<count {
            add(.exchange(Samples.call(first + call)), cause: call + 1)
            var facts = Samples.facts(first + call)
            facts.waitedForRefresh = refresh
            add(.requestFinished(facts), cause: call + 1)
        }
        return events
    }
}

extension FlowStep {
    var summary: String {
        [place, words.replacing("  ", with: " "), status.map(String.init) ?? "", token].filter { !$0.isEmpty }.joined(
            separator: " ")
    }
}

extension Samples {
    static let partialAnswer = PartialAnswer(
        HTTPExchange.Answer(
            status: 200, headers: ["Content-Type": "text/plain", "X-Trace": "7"], body: nil, bodySize: 120,
            version: "1.1", timings: nil, connection: nil, redirects: []),
        receivedSize: 120, expectedSize: 500)

    static func partialExchange(_ error: TransportError) -> HTTPExchange { failedExchange(ofRequest: 1, error) }

    static func failedExchange(ofRequest request: Int, _ error: TransportError) -> HTTPExchange {
        HTTPExchange(
            id: 1, purpose: .request, request: request, method: "GET", url: "http://127.0.0.1:41874/orders?limit=3",
            requestHeaders: [:], requestBody: nil, sentAt: now, duration: .milliseconds(12), outcome: .failed(error))
    }

    static let tokenExchange = message(
        .token, "POST", "http://127.0.0.1:41873/token",
        form: "grant_type=refresh_token&refresh_token=•••• \(refresh)&client_id=cli", status: 200)

    static func call(_ request: Int, status: Int = 200, headers: HTTPHeaders = [:]) -> HTTPExchange {
        message(
            .request, "GET", "http://127.0.0.1:41874/orders?limit=3", request: request,
            authorization: "Bearer •••• \(access)", status: status, headers: headers)
    }

    static func message(
        _ purpose: SessionError.Purpose, _ method: String, _ url: String, request: Int? = nil,
        authorization: String? = nil, form: String? = nil, status: Int, headers: HTTPHeaders = [:],
        body: String? = nil, redirects: [HTTPRedirect] = [], id: Int = 1, redirectedBy: HTTPRedirect? = nil,
        redirect: HTTPRedirect? = nil
    ) -> HTTPExchange {
        var sent: HTTPHeaders = ["Accept": "application/json"]
        if let authorization { sent.add("Authorization", authorization) }
        return HTTPExchange(
            id: id, purpose: purpose, request: request, method: method, url: url, requestHeaders: sent,
            requestBody: form, sentAt: now, duration: .milliseconds(12),
            outcome: .answered(
                .init(
                    status: status, headers: headers, body: body, bodySize: 0, version: "1.1", timings: nil,
                    connection: nil, redirects: redirects)), redirectedBy: redirectedBy, redirect: redirect)
    }
}
