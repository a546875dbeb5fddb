import ClientObservation
import ClientWatch
import Scenarios
import SessionCore

/// What became of a fault that was planned or armed, for every format.
struct FaultResult {
    let fault: ClientFault
    /// With the number of its message, where that was planned.
    let name: String
    /// `nil` where no message came that it could strike, or not so many.
    let verdict: FaultVerdict?
    /// The message that it struck.
    let message: Sighting?

    var isFailure: Bool { rule != nil }
    var isPass: Bool { if case .passed = verdict { true } else { false } }
    var rule: String? { if case .broken(let rule) = verdict { rule } else { nil } }

    var label: String { verdict?.label ?? "not-struck" }
    var words: String {
        verdict?.words ?? "not so many messages came that it can strike: \(fault.target.words)"
    }

    /// What a correct client does, and where that is written.
    var guidance: String {
        "a correct client: \(fault.expectation) (\(fault.sections.map(\.description).joined(separator: ", ")))"
    }

    var test: TestResult {
        let result: TestResult.Outcome =
            switch verdict {
            case .broken: .failed([words, message?.line, guidance].compactMap(\.self).joined(separator: "; "))
            case .passed: .passed
            case .open, .undecided: .skipped("undecided: \(words)")
            case nil: .skipped("not struck: \(words)")
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
            fault: fault, name: name, verdict: strike?.verdict,
            message: strike.flatMap { observer.message($0.message) })
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
