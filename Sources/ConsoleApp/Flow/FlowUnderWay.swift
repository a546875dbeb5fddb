import SessionCore

/// What has no answer yet: the sign-in, the refresh, messages of the protocol, or the calls of a name.
struct FlowUnderWay: Sendable {
    let name: [Phrase]
    /// When the oldest of them began.
    private(set) var since: FlowTime
    private(set) var count = 1
    private let path: FlowStep.Path
    private let kind: FlowStep.Kind
    /// The fingerprint of the token that goes along.
    private let token: String
    /// What it waits for.
    private let wait: String

    private init(
        _ name: [Phrase], _ kind: FlowStep.Kind, _ path: FlowStep.Path, since: FlowTime, token: String = "",
        wait: String = "no answer yet"
    ) {
        (self.name, self.kind, self.path) = (name, kind, path)
        (self.since, self.token, self.wait) = (since, token, wait)
    }

    init(signInSince since: FlowTime) {
        self.init([Phrase("sign-in")], .session, .message(from: .console, to: .provider), since: since)
    }

    /// The person at the provider's page.
    init(browserSince since: FlowTime) {
        self.init(
            [Phrase("sign-in page")], .message(.authorization), .message(from: .browser, to: .provider), since: since)
    }

    /// The person with the code, about whom the provider is asked again and again.
    init(deviceSince since: FlowTime) {
        self.init([Phrase("sign-in")], .session, .note(at: .console), since: since, wait: "waits for approval")
    }

    init(refresh token: String, since: FlowTime) {
        self.init([Phrase("refresh")], .refresh, .message(from: .console, to: .provider), since: since, token: token)
    }

    init(message name: [Phrase], _ kind: FlowStep.Kind, token: String, since: FlowTime, client: Caller? = nil) {
        let from = client.map(Lane.client) ?? .console
        let to = kind == .call ? Lane.api : .provider
        self.init(name, kind, .message(from: from, to: to), since: since, token: token)
    }

    init(call name: [Phrase], _ kind: FlowStep.Kind, at path: FlowStep.Path, since: FlowTime) {
        self.init(name, kind, path, since: since)
    }

    mutating func add(since start: FlowTime) {
        count += 1
        if start.date < since.date { since = start }
    }

    /// `20 × GET /slow  no answer yet, 00:12`.
    func words(elapsed: String) -> String { "\(what.text)  \(wait), \(elapsed)" }

    /// The row that stands for it until the answer comes; without the time where that has a column of its own.
    func step(elapsed: String? = nil) -> FlowStep {
        let time = elapsed.map { [Phrase($0, .reason, .most, .comma)] } ?? []
        return FlowStep(path, kind, what, why: [Phrase(wait, .reason)] + time, token: token)
    }

    /// `20 × GET /orders`.
    private var what: [Phrase] { count == 1 ? name : [Phrase("\(count) ×")] + name }
}
