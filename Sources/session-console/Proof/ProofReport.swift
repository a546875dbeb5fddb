import ClientObservation
import JOSE
import Recordings
import Scenarios

/// What `prove --format json` prints.
struct ProofReport: RecordedByMembers {
    struct Counts: RecordedByMembers {
        let held: Int
        let broken: Int
        let undecided: Int
        let notReached: Int

        static let members = Members(
            Self.init(held:broken:undecided:notReached:), .needed("held", \.held), .needed("broken", \.broken),
            .needed("undecided", \.undecided), .needed("not_reached", \.notReached))
    }

    struct Row: RecordedByMembers {
        let requirement: String
        let sections: [String]
        let verdict: ProofVerdict
        let reason: String?
        let messages: [String]
        let line: Int?

        static let members = Members(
            Self.init(requirement:sections:verdict:reason:messages:line:), .needed("requirement", \.requirement),
            .needed("sections", \.sections), .needed("verdict", \.verdict), .optional("reason", \.reason),
            .needed("messages", \.messages), .optional("line", \.line))
    }

    struct ProvenChapter: RecordedByMembers {
        let name: String
        let summary: String
        let milliseconds: Int
        let rows: [Row]
        /// What plays it alone, where it is not held.
        let again: String?

        static let members = Members(
            Self.init(name:summary:milliseconds:rows:again:), .needed("chapter", \.name),
            .needed("summary", \.summary), .needed("duration_ms", \.milliseconds), .needed("requirements", \.rows),
            .optional("again", \.again))
    }

    let command: String
    let counts: Counts
    let chapters: [ProvenChapter]

    static let members = Members(
        Self.init(command:counts:chapters:), .needed("command", \.command), .inline(\.counts),
        .needed("chapters", \.chapters))
}

extension ProofVerdict: RecordedByName {}

extension ProofReport {
    init(_ results: [ChapterResult], of command: String, again: (ChapterResult) -> String) {
        func count(_ verdict: ProofVerdict) -> Int { results.reduce(0) { $0 + $1.count(verdict) } }
        self.init(
            command: command,
            counts: Counts(
                held: count(.held), broken: count(.broken), undecided: count(.undecided),
                notReached: count(.notReached)),
            chapters: results.map { result in
                ProvenChapter(
                    name: result.name, summary: result.summary,
                    milliseconds: Int(result.duration / .milliseconds(1)),
                    rows: result.rows.map {
                        Row(
                            requirement: $0.requirement, sections: $0.sections, verdict: $0.verdict,
                            reason: $0.reason, messages: $0.messages, line: $0.line)
                    }, again: result.isHeld ? nil : again(result))
            })
    }
}
