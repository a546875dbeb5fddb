import ClientObservation
import ClientWatch
import Scenarios
import SessionCore

/// What became of a fault that was planned or armed, for every format.
struct FaultResult {
    enum Outcome: Equatable {
        case finding(rule: String)
        case passed(FaultVerdict.Conduct)
        case undecided(FaultVerdict.Doubt)
        /// No message came that it could strike, or not so many.
        case notStruck

        var label: String {
            switch self {
            case .finding: "finding"
            case .passed: "passed"
            case .undecided: "undecided"
            case .notStruck: "not-struck"
            }
        }
    }

    let fault: ClientFault
    /// With the number of its message, where that was planned.
    let name: String
    let outcome: Outcome
    /// The message that it struck.
    let message: Sighting?

    var isFailure: Bool { rule != nil }
    var isPass: Bool { if case .passed = outcome { true } else { false } }
    var rule: String? { if case .finding(let rule) = outcome { rule } else { nil } }

    var words: String { outcome.words(of: fault) }

    /// What a correct client does, and where that is written.
    var guidance: String {
        "a correct client: \(fault.expectation) (\(fault.sections.map(\.description).joined(separator: ", ")))"
    }

    var test: TestResult {
        let result: TestResult.Outcome =
            switch outcome {
            case .finding: .failed([words, message?.line, guidance].compactMap(\.self).joined(separator: "; "))
            case .passed: .passed
            case .undecided: .skipped("undecided: \(words)")
            case .notStruck: .skipped("not struck: \(words)")
            }
        return TestResult(name: "fault \(name)", result)
    }
}

extension WatchRecord {
    /// The results of the planned faults in the order of the command line, and of those that were armed later.
    var faultResults: [FaultResult] {
        var strikes = Dictionary(grouping: observer.strikes) { $0.fault.name }
        var results: [(place: Int, result: FaultResult)] = []
        // A fault strikes in the order of the numbers.
        for (place, planned) in planned.enumerated().sorted(by: { $0.element.number < $1.element.number }) {
            let name = planned.fault.name
            let strike = strikes[name]?.isEmpty == false ? strikes[name]?.removeFirst() : nil
            results.append((place, result(of: planned.fault, named: planned.name, strike)))
        }
        let others = strikes.values.joined().sorted { $0.id < $1.id }
            .map { result(of: $0.fault, named: $0.fault.name, $0) }
        return results.sorted { $0.place < $1.place }.map(\.result) + others
    }

    private func result(of fault: ClientFault, named name: String, _ strike: FaultStrike?) -> FaultResult {
        FaultResult(
            fault: fault, name: name, outcome: strike.map { .init($0.verdict) } ?? .notStruck,
            message: strike.flatMap { observer.message($0.message) })
    }
}

extension FaultResult.Outcome {
    /// What was seen, or why nothing can be said.
    func words(of fault: ClientFault) -> String {
        switch self {
        case .finding(let rule):
            "\(rule): \(FindingRule.all.first { $0.name == rule }?.summary ?? "a rule was broken")"
        case .passed(let conduct): conduct.words
        case .undecided(let doubt): doubt.words
        case .notStruck: "not so many messages came that it can strike: \(fault.target.words)"
        }
    }

    init(_ verdict: FaultVerdict) {
        switch verdict {
        case .open: self = .undecided(.nothingCame)
        case .broken(let rule): self = .finding(rule: rule)
        case .passed(let conduct): self = .passed(conduct)
        case .undecided(let doubt): self = .undecided(doubt)
        }
    }
}

extension FaultVerdict.Conduct {
    fileprivate var words: String {
        switch self {
        case .usedOtherToken: "a call came with another token"
        case .signedIn: "a new sign-in began"
        case .keptSession: "the session was kept"
        case .sentAgain: "it was sent again, with the same token or code"
        case .waited: "it was sent again, and not before the time was over"
        case .didNotRepeat: "the client went on, and did not repeat it"
        case .leftTokens: "the client went on, and used no token of that answer"
        case .leftCode: "the client went on, and did not send the code"
        }
    }
}

extension FaultVerdict.Doubt {
    fileprivate var words: String {
        switch self {
        case .nothingCame: "nothing came of the program after it"
        case .unclear: "what came after it shows neither"
        case .stillWaiting: "the message was under way until the end"
        case .keysFromBefore: "the client may have the provider's keys from before, and refuse the signature alone"
        case .tooMany: "too many faults were open at once"
        }
    }
}

extension ClientFault.Target {
    /// The messages that are it.
    fileprivate var words: String {
        switch self {
        case .message: "messages"
        case .tokenRequest: "token requests"
        case .call: "calls with an access token"
        case .refreshToken: "answers with a refresh token"
        case .idToken: "answers with an ID token that has what is changed, signed by a key that is published"
        case .authorizationResponse: "redirects with a code and the issuer"
        }
    }
}
