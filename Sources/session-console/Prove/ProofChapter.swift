import ClientObservation
import ConsoleFaults
import Scenarios

/// A story of legal but hostile weather, which a program's session is to survive.
struct ProofChapter: Sendable {
    /// The name of the scenario, or the path of its file.
    let name: String
    /// Where it is one of the user's own that can be read again.
    let file: String?
    /// What happens in it, as one sentence.
    let summary: String
    let stage: ClientStage
    let steps: [ScenarioStep]
    /// The scenario as it was written.
    let text: String

    /// Whether the program is asked to sign out in it.
    var signsOut: Bool { steps.contains { if case .signOut = $0.action { true } else { false } } }

    /// Throws where the scenario is about something else than another program, or has a step that no chapter has.
    init(_ source: ScenarioSource, file: String? = nil) throws(CommandFailure) {
        let (scenario, name) = (try source.scenario(), source.name)
        guard case .client(let stage) = scenario.stage else {
            throw CommandFailure(
                .badCommandLine, "\(name) is not about another program.",
                advice: "A chapter begins with a line such as: client access=5s")
        }
        for step in scenario.steps {
            guard let obstacle = step.obstacleInChapter else { continue }
            throw CommandFailure(.badCommandLine, "\(name):\(step.line): '\(step.text)' \(obstacle).")
        }
        try Self.requireJudgement(of: scenario.steps, name)
        (self.name, self.summary, self.text) = (name, source.summary ?? "", source.text)
        (self.stage, steps, self.file) = (stage, scenario.steps, file)
    }

    /// Each rule needs an expectation, and each expectation a rule.
    private static func requireJudgement(of steps: [ScenarioStep], _ name: String) throws(CommandFailure) {
        var open: ScenarioStep?
        var hasRule = false
        for step in steps {
            switch step.action {
            case .client(.rule):
                if let open {
                    throw CommandFailure(.badCommandLine, "\(name):\(open.line): nothing is expected there.")
                }
                (open, hasRule) = (step, true)
            case .expect:
                guard hasRule else {
                    throw CommandFailure(
                        .badCommandLine, "\(name):\(step.line): no 'require' or 'advise' comes before it.")
                }
                open = nil
            default: break
            }
        }
        if let open { throw CommandFailure(.badCommandLine, "\(name):\(open.line): nothing is expected there.") }
        if !hasRule {
            throw CommandFailure(.badCommandLine, "\(name) asks nothing: 'require' and 'expect' are missing.")
        }
    }

    init(file path: String) throws(CommandFailure) {
        let source = try ScenarioSource(path, orAmong: Scenario.chapters)
        try self.init(source, file: source.folder == nil || path == "-" ? nil : path)
    }

    /// The chapters that ship with the program.
    static func shipped() throws(CommandFailure) -> [ProofChapter] {
        try Scenario.chapters.map { chapter throws(CommandFailure) in
            try ProofChapter(ScenarioSource(shipped: chapter))
        }
    }
}

extension ScenarioStep {
    /// Why it can't be asked of another program.
    fileprivate var obstacleInChapter: String? {
        if process != .first { return "names a process; a chapter has 'start a second client'" }
        switch action {
        case .signIn, .signOut(isForced: false), .call, .disarmAll, .provider, .client, .wait, .say, .pause: return nil
        case .waitUntil(.refreshed, _), .waitUntil(.authorized, _): return nil
        case .arm(let name, let times):
            guard let fault = LabFault(rawValue: name)?.chapterFault else { return "can't strike another program" }
            if times == .untilDisarmed { return "has no end; a chapter's fault strikes so many times" }
            guard case .strike(_, _, _, _?) = fault, times != .own else { return nil }
            return "lasts as long as it asks for patience, and can't be counted"
        case .expect(let expectations): return expectations.lazy.compactMap(\.obstacleInChapter).first
        case .stepUp, .confirmIssuer, .signOut, .refresh, .fetchUserInfo, .disarm, .preset, .waitUntil, .show, .press:
            return "can't be asked of another program"
        }
    }
}

extension Expectation {
    fileprivate var obstacleInChapter: String? {
        switch self {
        case .status: nil
        case .count(_, let what), .countAtLeast(_, let what), .countAtMost(_, let what):
            what.clientCount == nil ? "counts \(what.rawValue), which can't be seen of another program" : nil
        default: "expects what can't be seen of another program"
        }
    }
}

extension Countable {
    /// What an observer counts for it.
    var clientCount: ClientCount? {
        switch self {
        case .refreshes: .refreshes
        case .calls: .calls
        case .rejections: .rejections
        case .signIns: .signIns
        case .tokenRequests: .tokenRequests
        case .logouts, .adoptions, .strikes: nil
        }
    }
}
