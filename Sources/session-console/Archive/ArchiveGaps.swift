import ClientObservation
import ClientWatch

/// What the entries of an archive lack, and what was assumed for it.
struct ArchiveGaps: Sendable, Hashable {
    /// How many times name no zone.
    private(set) var zonelessCount = 0
    /// How many requests and answers have a body, and how many lack the one they had.
    private(set) var requests = Bodies()
    private(set) var answers = Bodies()

    struct Bodies: Sendable, Hashable {
        var present = 0
        var missing = 0
    }

    /// Whether answers had bodies and the archive has none of them: nothing can be said of the tokens that were issued.
    var answersHaveNoBodies: Bool { answers.missing > 0 && answers.present == 0 }
    /// Whether requests had bodies and the archive has none of them: what was sent to the provider is not known.
    var requestsHaveNoBodies: Bool { requests.missing > 0 && requests.present == 0 }

    mutating func count(_ entry: ArchivedEntry) {
        if entry.isZoneless { zonelessCount += 1 }
        if entry.lacksBody.request { requests.missing += 1 }
        if !entry.message.request.body.isEmpty { requests.present += 1 }
        if entry.lacksBody.answer { answers.missing += 1 }
        if case .answered(let answer) = entry.message.outcome, !answer.body.isEmpty { answers.present += 1 }
    }

    var notices: [WatchNotice] {
        let gaps: [(WatchNotice.ArchiveGap, count: Int)] = [
            (.timeZone, zonelessCount), (.answerBody(isOfAll: answersHaveNoBodies), answers.missing),
            (.requestBody(isOfAll: requestsHaveNoBodies), requests.missing),
        ]
        return gaps.filter { $0.count > 0 }.map { WatchNotice(.archiveLacks($0, count: $1)) }
    }
}
