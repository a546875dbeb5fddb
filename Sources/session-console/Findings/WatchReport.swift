import Addresses
import ClientObservation
import FoundationEssentials
import Recordings
import SessionCore

/// What `watch --format json` prints: what was seen as a recording has it, with the words and the messages of findings.
struct WatchReport: RecordedByMembers {
    struct Finding: RecordedByMembers {
        let finding: ClientFinding
        let summary: String
        /// What a correct client does, and the sections that say so; not of a rule that only a newer version has.
        let advice: String?
        let sections: [String]
        /// The messages that show it.
        let messages: [Message]

        static let members = Members(
            Self.init(finding:summary:advice:sections:messages:), .inline(\.finding), .needed("summary", \.summary),
            .optional("advice", \.advice), .needed("sections", \.sections, unless: []),
            .needed("messages", \.messages))
    }

    struct Message: RecordedByMembers {
        let id: Int
        let time: Date
        let method: String
        let url: String
        let token: Fingerprint?
        let status: Int?
        /// Why it was refused, by an OAuth error.
        let error: String?

        static let members = Members(
            Self.init(id:time:method:url:token:status:error:), .needed("id", \.id), .needed("time", \.time),
            .needed("method", \.method), .needed("url", \.url), .optional("token", \.token),
            .optional("status", \.status), .optional("error", \.error))
    }

    struct Expectation: RecordedByMembers {
        let text: String
        let seen: Int
        let isMet: Bool

        static let members = Members(
            Self.init(text:seen:isMet:), .needed("text", \.text), .needed("seen", \.seen), .needed("met", \.isMet))
    }

    let messageCount: Int
    let sessions: [SeenSession]
    /// In the order in which they were found.
    let findings: [Finding]
    let undecided: [String]
    let expectations: [Expectation]

    static let members = Members(
        Self.init(messageCount:sessions:findings:undecided:expectations:), .needed("messages", \.messageCount),
        .needed("sessions", \.sessions), .needed("findings", \.findings), .needed("undecided", \.undecided),
        .needed("expectations", \.expectations))
}

extension WatchReport {
    init(_ observer: Observer, expecting expectations: [CountExpectation]) {
        self.init(
            messageCount: observer.messageCount, sessions: observer.sessions,
            findings: observer.findings.map { Finding($0, in: observer) },
            undecided: observer.undecided.keys.sorted(),
            expectations: expectations.map { expectation in
                let result = observer.result(of: expectation)
                return Expectation(text: expectation.text, seen: result.seen, isMet: result.isMet)
            })
    }
}

extension WatchReport.Finding {
    fileprivate init(_ finding: ClientFinding, in observer: Observer) {
        let rule = finding.details
        self.init(
            finding: finding, summary: finding.summary, advice: rule?.advice,
            sections: rule?.sections.map(\.description) ?? [],
            messages: finding.messages.compactMap { observer.message($0).map(WatchReport.Message.init) })
    }
}

extension WatchReport.Message {
    fileprivate init(_ message: Sighting) {
        self.init(
            id: message.id, time: message.begin, method: message.method, url: "\(message.origin)\(message.path)",
            token: message.presented?.fingerprint, status: message.answer?.status,
            error: message.answer?.refusal?.rawValue)
    }
}
