import FoundationEssentials
import Scenarios
import SessionCore
import TerminalUI

@testable import ConsoleApp

/// Signed-in sessions of a scenario to which events and answers are handed; nothing is drawn or played.
struct Judged {
    var workspace: Workspace

    private static let model = Console.signedIn(size: Size(width: 80, height: 24)).model

    init(sessions: Int) throws {
        let scenario = try Scenario(parsing: "GET /orders", vocabulary: .console)
        workspace = Workspace(Self.model, playing: Playback(scenario, pace: Pace(speed: nil, isRealTime: false)))
        for _ in 1..<sessions { workspace.models.append(Self.model) }
        workspace.playback?.window = PlaybackWindow(workspace.sessions.models)
    }

    func failure(of expectation: Expectation, _ sessions: Range<Int>) -> String? {
        workspace.playback?.failure(of: expectation, sessions, in: workspace.models)
    }
    func holds(_ condition: Condition, _ sessions: Range<Int>) -> Bool {
        workspace.playback?.holds(condition, sessions, in: workspace.models) == true
    }
    func missing(_ condition: Condition, _ sessions: Range<Int>) -> String? {
        workspace.playback?.missing(condition, sessions, in: workspace.models)
    }

    mutating func apply(_ message: Message, of session: Int) { workspace.playback?.window.apply(message, of: session) }

    mutating func happen(_ kind: SessionEvent.Kind, in session: Int = 0) {
        apply(.happened(.event(Samples.event(1, kind))), of: session)
    }

    /// A message was answered.
    mutating func exchange(_ purpose: SessionError.Purpose, _ status: Int, in session: Int = 0) {
        let url = "http://127.0.0.1:41874/orders"
        happen(.exchange(Samples.exchange(1, purpose, url: url, status: status, body: nil)), in: session)
    }

    mutating func strike(_ step: InjectedFault.Step) {
        happen(.injected(InjectedFault(name: "network-off", step: step, text: "injected")))
    }

    /// A call was answered.
    mutating func answer(
        _ status: Int, challenge: String? = nil, fields: [(String, String)] = [], body: String = "",
        in session: Int = 0
    ) {
        var response = HTTPResponse(
            status: status, headers: [:], body: Array(body.utf8), url: URL(filePath: "/orders"), version: "1.1")
        if let challenge { response.headers.add("WWW-Authenticate", challenge) }
        for (name, value) in fields { response.headers.add(name, value) }
        let answer = AuthorizedResponse(
            response: response, facts: Samples.facts(1, status: status), verdict: AuthorizedResponse.Verdict.none)
        apply(.happened(.answered(CallID(1), .success(answer))), of: session)
    }

    /// A call failed.
    mutating func fail(_ reason: String = "off", in session: Int = 0) {
        let error = SessionError.transport(.brokenOff(reason), during: .request)
        apply(.happened(.answered(CallID(1), .failure(error))), of: session)
    }

    mutating func signOut(_ session: Int = 0) {
        workspace.models[session].scene.status.state = .noSession(.signedOut)
        workspace.models[session].scene.status.accessToken = nil
    }

    /// The access token lives so many seconds more.
    mutating func leave(_ seconds: TimeInterval, in session: Int = 0) {
        let now = workspace.models[session].scene.now
        workspace.models[session].scene.status.accessToken = TokenStatus(
            fingerprint: Samples.access, obtainedAt: now.addingTimeInterval(-60),
            expiry: .at(now.addingTimeInterval(seconds), .expiresIn))
    }

    mutating func change(_ session: Int = 0, _ change: (inout SessionStatus) -> Void) {
        change(&workspace.models[session].scene.status)
    }
}

/// What is judged of sessions, and what is to come of it.
struct JudgedStory<Claim: Sendable>: Sendable, CustomStringConvertible {
    let description: String
    let claim: Claim
    /// What is said where it does not hold; `nil` where it does.
    let failure: String?
    let sessions: Int
    /// Which of them are judged.
    let judged: Range<Int>
    let fill: @Sendable (inout Judged) -> Void

    /// A story in which the claim holds.
    static func holds(
        _ claim: Claim, _ description: String, sessions: Int = 1, judged: Range<Int>? = nil,
        _ fill: @escaping @Sendable (inout Judged) -> Void = { _ in }
    ) -> JudgedStory<Claim> {
        JudgedStory<Claim>(
            description: description, claim: claim, failure: nil, sessions: sessions, judged: judged ?? 0..<sessions,
            fill: fill)
    }

    /// A story that breaks one clause of the claim, which is told by this text.
    static func fails(
        _ claim: Claim, _ description: String, _ failure: String, sessions: Int = 1, judged: Range<Int>? = nil,
        _ fill: @escaping @Sendable (inout Judged) -> Void = { _ in }
    ) -> JudgedStory<Claim> {
        JudgedStory<Claim>(
            description: description, claim: claim, failure: failure, sessions: sessions,
            judged: judged ?? 0..<sessions, fill: fill)
    }
}
