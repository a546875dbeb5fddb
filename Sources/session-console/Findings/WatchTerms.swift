import ClientObservation
import ClientWatch

/// How the findings of a watch are printed, and what of them makes the command fail.
struct WatchTerms {
    var format: FindingFormat
    var threshold: FindingThreshold
    var expectations: [CountExpectation]

    func lines(of record: WatchRecord, from source: WatchSource) -> [String] {
        format.lines(of: record, from: source, failingOn: threshold, expecting: expectations)
    }

    /// What is to be printed at the end, where each finding was printed when it was found.
    func end(of record: WatchRecord, from source: WatchSource) -> [String] {
        format == .text
            ? FindingText.end(record, from: source.name, expecting: expectations)
            : lines(of: record, from: source)
    }

    /// Prints what is known at the end, and the notices where the console has shown the watch; says how it ends.
    func finish(
        _ record: WatchRecord, from source: WatchSource, isShown: Bool, _ output: Output
    ) throws -> ExitStatus {
        if isShown { for notice in record.notices { WatchPrinter(output).print(notice.notice) } }
        for line in end(of: record, from: source) {
            if format == .text { output.inform(line) } else { try output.line(line) }
        }
        return status(of: record)
    }

    /// How the watch ends by them: a client of which nothing was seen has kept no rule.
    func status(of record: WatchRecord) -> ExitStatus {
        let observer = record.observer
        let isBroken =
            observer.findings.contains { threshold.includes($0.weight) }
            || expectations.contains { !observer.result(of: $0).isMet }
            || threshold != .never && record.faultResults.contains { $0.isFailure }
        return isBroken ? .faultsFound : observer.hasSeenMessages ? .done : .nothingSeen
    }
}
