import SessionCore

/// What has happened since the actions before the last expectations: what the next ones judge.
struct PlaybackWindow: Sendable {
    /// The tokens of a session when the window was opened.
    struct Tokens: Sendable {
        var access: Fingerprint?
        var refresh: Fingerprint?
        var identity: Fingerprint?

        init(_ status: SessionStatus) {
            access = status.accessToken?.fingerprint
            refresh = status.refreshToken?.fingerprint
            identity = status.idToken?.fingerprint
        }
    }

    /// Each with the index of its session.
    private(set) var events: [(session: Int, event: SessionEvent)] = []
    private(set) var answers: [(session: Int, result: Result<AuthorizedResponse, SessionError>)] = []
    private var answersBeforeStep = 0
    private(set) var signIn: Result<Void, SessionError>?
    /// Of the refresh that a step asked for.
    private(set) var refresh: Result<Void, SessionError>?
    /// Of the refresh or the user info that the step under way asked for.
    private(set) var outcome: Result<Void, SessionError>?
    /// By session.
    private(set) var tokens: [Tokens] = []

    init() {}

    init(_ models: [Model]) { tokens = models.map { Tokens($0.scene.status) } }

    mutating func apply(_ message: Message, of session: Int) {
        switch message {
        case .happened(.event(let event)): events.append((session, event))
        case .happened(.answered(_, let result)): answers.append((session, result))
        case .signIn(.signInEnded(let result)): signIn = result
        case .session(.refreshEnded(let result)): (refresh, outcome) = (result, result)
        case .session(.userInfoEnded(let result)): outcome = result
        case .happened, .session, .call, .signIn, .discovery, .terminal, .requests, .fault, .provider, .tool, .proxy,
            .command:
            break
        }
    }

    func events(of sessions: Range<Int>) -> [SessionEvent] {
        events.filter { sessions.contains($0.session) }.map(\.event)
    }

    mutating func beginStep() { (answersBeforeStep, outcome) = (answers.count, nil) }

    /// What the calls of the step under way were answered: `19 × 200, 401`; `nil` where no answer came.
    var answerWords: String? {
        var words: [(text: String, count: Int)] = []
        for (_, result) in answers.dropFirst(answersBeforeStep) {
            let text =
                switch result {
                case .success(let answer): "\(answer.response.status)"
                case .failure(let error): "no answer: \(error)"
                }
            if let index = words.firstIndex(where: { $0.text == text }) {
                words[index].count += 1
            } else {
                words.append((text, 1))
            }
        }
        guard !words.isEmpty else { return nil }
        return words.map { $0.count == 1 ? $0.text : "\($0.count) × \($0.text)" }.joined(separator: ", ")
    }

    func answers(of sessions: Range<Int>) -> [Result<AuthorizedResponse, SessionError>] {
        answers.filter { sessions.contains($0.session) }.map(\.result)
    }
}
