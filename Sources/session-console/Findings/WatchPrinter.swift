import ClientObservation
import ClientWatch

/// Prints what a watch finds and notices when it comes, as messages.
struct WatchPrinter: Sendable {
    let output: Output
    /// Whether findings are printed, too, and not in a result at the end.
    let printsFindings: Bool

    init(_ output: Output, printsFindings: Bool = false) {
        (self.output, self.printsFindings) = (output, printsFindings)
    }

    func print(_ findings: [ClientFinding], of observer: Observer) {
        guard printsFindings else { return }
        for line in findings.flatMap({ FindingText.lines($0, observer) }) { output.inform(line) }
    }

    func print(_ client: ServedClient) {
        guard printsFindings else { return }
        for line in FindingText.lines(client) { output.inform(line) }
    }

    func print(untold count: Int) {
        guard printsFindings, count > 0 else { return }
        output.inform("\(count) more change\(count == 1 ? "" : "s") of clients in a minute.")
    }

    func print(_ notice: WatchNotice) {
        for line in NoticeText.lines(notice) { output.inform(line) }
    }
}
