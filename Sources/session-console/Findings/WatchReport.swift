import Addresses
import ClientObservation
import ClientWatch
import ConsoleApp
import FoundationEssentials
import Recordings
import SessionCore

/// What `watch --format json` prints: what was seen as a recording has it, with the words and the messages of findings.
struct WatchReport: RecordedByMembers {
    struct ReportedFinding: RecordedByMembers {
        let finding: ClientFinding
        let summary: String
        /// What a correct client does, and the sections that say so; not of a rule that only a newer version has.
        let advice: String?
        let sections: [String]
        /// Who breaks it; not where that is not known.
        let side: FindingRule.Side?
        /// The messages that show it.
        let messages: [FindingMessage]

        static let members = Members(
            Self.init(finding:summary:advice:sections:side:messages:), .inline(\.finding),
            .needed("summary", \.summary),
            .optional("advice", \.advice), .needed("sections", \.sections, unless: []), .optional("side", \.side),
            .needed("messages", \.messages))
    }

    struct FindingMessage: RecordedByMembers {
        let id: Int
        let time: Date
        let method: String
        let url: String
        let token: Fingerprint?
        let status: Int?
        /// Why it was refused, by an OAuth error.
        let error: String?
        /// How it is known, where it is a browser's and has not passed the watch.
        let link: LinkSource?

        static let members = Members(
            Self.init(id:time:method:url:token:status:error:link:), .needed("exchange", \.id),
            .needed("time", \.time), .needed("method", \.method), .needed("url", \.url),
            .optional("token", \.token), .optional("status", \.status), .optional("error", \.error),
            .optional("link", \.link))
    }

    /// A client of a server that is watched, with how it stands.
    struct ReportedClient: RecordedByMembers, Equatable {
        let client: ServedClient
        let stand: ServedClient.Stand
        let since: Date
        /// Who has to act; not where that is not known.
        let side: FindingRule.Side?
        let text: String

        static let members = Members(
            Self.init(client:stand:since:side:text:), .inline(\.client), .needed("stand", \.stand),
            .needed("since", \.since), .optional("side", \.side), .needed("text", \.text))
    }

    struct ExpectationResult: RecordedByMembers {
        let text: String
        let seen: Int
        let isMet: Bool

        static let members = Members(
            Self.init(text:seen:isMet:), .needed("text", \.text), .needed("seen", \.seen), .needed("met", \.isMet))
    }

    /// A fault that was injected, or was to be, and what the client made of it.
    struct ReportedFault: RecordedByMembers {
        let name: String
        /// `finding`, `passed`, `undecided` or `not-struck`.
        let result: String
        let text: String
        /// The rule of the finding.
        let rule: String?
        let message: FindingMessage?

        static let members = Members(
            Self.init(name:result:text:rule:message:), .needed("name", \.name), .needed("result", \.result),
            .needed("text", \.text), .optional("rule", \.rule), .optional("message", \.message))
    }

    /// A rule that could not be decided, with the reason in words.
    struct UndecidedRule: RecordedByMembers {
        let name: String
        let reason: String

        static let members = Members(
            Self.init(name:reason:), .needed("name", \.name), .needed("reason", \.reason))
    }

    struct ReportedNotice: RecordedByMembers {
        let notice: WatchNotice
        let text: String
        let count: Int
        let first: Date
        let last: Date

        static let members = Members(
            Self.init(notice:text:count:first:last:), .inline(\.notice), .needed("text", \.text),
            .needed("count", \.count), .needed("first", \.first), .needed("last", \.last))
    }

    let messageCount: Int
    let sessions: [SeenSession]
    /// Of a server that is watched.
    let clients: [ReportedClient]
    /// In the order in which they were found.
    let findings: [ReportedFinding]
    let undecided: [UndecidedRule]
    let faults: [ReportedFault]
    let expectations: [ExpectationResult]
    let notices: [ReportedNotice]

    static let members = Members(
        Self.init(messageCount:sessions:clients:findings:undecided:faults:expectations:notices:),
        .needed("messages", \.messageCount),
        .needed("sessions", \.sessions), .needed("clients", \.clients, unless: []), .needed("findings", \.findings),
        .needed("undecided", \.undecided),
        .needed("faults", \.faults),
        .needed("expectations", \.expectations), .needed("notices", \.notices))
}

extension WatchReport {
    init(_ record: WatchRecord, expecting expectations: [CountExpectation]) {
        let observer = record.observer
        self.init(
            messageCount: observer.messageCount, sessions: observer.sessions,
            clients: observer.clients.map(ReportedClient.init),
            findings: observer.findings.map { ReportedFinding($0, in: observer) },
            undecided: observer.undecided.map { UndecidedRule(name: $0.rule.name, reason: $0.doubt.words) },
            faults: record.faultResults.map(ReportedFault.init),
            expectations: expectations.map { expectation in
                let result = observer.result(of: expectation)
                return ExpectationResult(text: expectation.text, seen: result.seen, isMet: result.isMet)
            },
            notices: record.notices.map(ReportedNotice.init))
    }
}

extension WatchReport.ReportedFinding {
    fileprivate init(_ finding: ClientFinding, in observer: Observer) {
        let rule = finding.details
        self.init(
            finding: finding, summary: finding.summary, advice: rule?.advice,
            sections: rule?.sections.map(\.description) ?? [], side: rule?.side,
            messages: finding.messages.compactMap { observer.message($0).map(WatchReport.FindingMessage.init) })
    }
}

extension WatchReport.ReportedClient {
    fileprivate init(_ client: ServedClient) {
        self.init(
            client: client, stand: client.stand, since: client.since, side: client.side,
            text: client.words { $0.inMilliseconds })
    }
}

extension WatchReport.ReportedFault {
    fileprivate init(_ result: FaultResult) {
        self.init(
            name: result.name, result: result.label, text: result.words, rule: result.rule,
            message: result.message.map(WatchReport.FindingMessage.init))
    }
}

extension WatchReport.ReportedNotice {
    fileprivate init(_ noticed: WatchRecord.CountedNotice) {
        self.init(
            notice: noticed.notice, text: noticed.notice.words, count: noticed.count, first: noticed.first,
            last: noticed.last)
    }
}

extension WatchReport.FindingMessage {
    fileprivate init(_ message: Sighting) {
        self.init(
            id: message.id, time: message.begin, method: message.method, url: "\(message.origin)\(message.path)",
            token: message.presented?.fingerprint, status: message.answer?.status,
            error: message.answer?.refusal?.rawValue, link: message.link)
    }
}
