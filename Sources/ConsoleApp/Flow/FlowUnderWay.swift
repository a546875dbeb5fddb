/// What has no answer yet: the sign-in, the refresh, or the calls of a name.
struct FlowUnderWay: Sendable {
    let name: String
    /// When the oldest of them began.
    private(set) var since: FlowTime
    private(set) var count = 1
    private let path: FlowStep.Path
    private let kind: String
    /// The fingerprint of the token that goes along.
    private let token: String

    init(signInSince since: FlowTime) {
        (name, kind, path) = ("sign-in", "session", .message(from: .console, to: .provider))
        (token, self.since) = ("", since)
    }

    /// The person at the provider's page.
    init(browserSince since: FlowTime) {
        (name, kind, path) = ("sign-in page", "authorization", .message(from: .browser, to: .provider))
        (token, self.since) = ("", since)
    }

    init(refresh token: String, since: FlowTime) {
        (name, kind, path) = ("refresh", "refresh", .message(from: .console, to: .provider))
        (self.token, self.since) = (token, since)
    }

    init(call name: String, at path: FlowStep.Path, since: FlowTime) {
        (self.name, self.path, self.since) = (name, path, since)
        (kind, token) = ("call", "")
    }

    mutating func add(since start: FlowTime) {
        count += 1
        if start.date < since.date { since = start }
    }

    /// `20 × GET /orders`.
    var label: String { count == 1 ? name : "\(count) × \(name)" }

    /// The row that stands for it until the answer comes.
    func step(elapsed: String) -> FlowStep {
        FlowStep(path, kind, label, "no answer yet, \(elapsed)", token: token)
    }
}
