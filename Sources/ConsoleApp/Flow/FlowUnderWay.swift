/// What has no answer yet: the sign-in, the refresh, messages of the protocol, or the calls of a name.
struct FlowUnderWay: Sendable {
    let name: String
    /// When the oldest of them began.
    private(set) var since: FlowTime
    private(set) var count = 1
    private let path: FlowStep.Path
    private let kind: String
    /// The fingerprint of the token that goes along.
    private let token: String
    /// What it waits for.
    private let wait: String

    private init(
        _ name: String, _ kind: String, _ path: FlowStep.Path, since: FlowTime, token: String = "",
        wait: String = "no answer yet"
    ) {
        (self.name, self.kind, self.path) = (name, kind, path)
        (self.since, self.token, self.wait) = (since, token, wait)
    }

    init(signInSince since: FlowTime) {
        self.init("sign-in", "session", .message(from: .console, to: .provider), since: since)
    }

    /// The person at the provider's page.
    init(browserSince since: FlowTime) {
        self.init("sign-in page", "authorization", .message(from: .browser, to: .provider), since: since)
    }

    /// The person with the code, about whom the provider is asked again and again.
    init(deviceSince since: FlowTime) {
        self.init("sign-in", "session", .note(at: .console), since: since, wait: "waits for approval")
    }

    init(refresh token: String, since: FlowTime) {
        self.init("refresh", "refresh", .message(from: .console, to: .provider), since: since, token: token)
    }

    init(message name: String, _ kind: String, token: String, since: FlowTime) {
        self.init(name, kind, .message(from: .console, to: .provider), since: since, token: token)
    }

    init(call name: String, _ kind: String, at path: FlowStep.Path, since: FlowTime) {
        self.init(name, kind, path, since: since)
    }

    mutating func add(since start: FlowTime) {
        count += 1
        if start.date < since.date { since = start }
    }

    /// `20 × GET /slow  no answer yet, 00:12`.
    func words(elapsed: String) -> String { "\(label)  \(wait), \(elapsed)" }

    /// The row that stands for it until the answer comes; without the time where that has a column of its own.
    func step(elapsed: String? = nil) -> FlowStep {
        FlowStep(path, kind, label, reason: elapsed.map { "\(wait), \($0)" } ?? wait, token: token)
    }

    /// `20 × GET /orders`.
    private var label: String { count == 1 ? name : "\(count) × \(name)" }
}
