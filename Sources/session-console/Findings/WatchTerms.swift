import ClientObservation

/// How the findings of a watch are printed, and what of them makes the command fail.
struct WatchTerms {
    var format: FindingFormat
    var threshold: FindingThreshold
    var expectations: [CountExpectation]

    func lines(of observer: Observer, from source: String) -> [String] {
        format.lines(of: observer, from: source, failingOn: threshold, expecting: expectations)
    }

    /// What is to be printed at the end, where each finding was printed when it was found.
    func end(of observer: Observer, from source: String) -> [String] {
        format == .text
            ? FindingText.end(observer, from: source, expecting: expectations) : lines(of: observer, from: source)
    }

    /// Whether there are findings of that weight, or an expectation is not met.
    func areBroken(by observer: Observer) -> Bool {
        observer.findings.contains { threshold.includes($0.weight) }
            || expectations.contains { !observer.result(of: $0).isMet }
    }
}
