import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

/// A recording as one page for a ticket: what happened, the answer that decided it, and the sequence.
struct RecordingReport {
    /// The most main events that are listed, and events that are drawn: a ticket is read by people.
    private static let listed = 120
    private static let drawn = 150

    private let header: RecordingHeader
    private let events: [SessionEvent]
    private let status: SessionStatus?
    /// The answers that were recorded with their bodies, by the number of the request.
    private let bodies: [Int: String]
    /// What is seen of programs that are watched.
    private let clients: SeenClients
    /// Why the recording ends early, and how many moments were left out.
    private let remarks: [String]

    init(reading reader: inout RecordingReader) {
        var events: [SessionEvent] = []
        var status: SessionStatus?
        var bodies: [Int: String] = [:]
        var clients = SeenClients()
        while let moment = reader.next() {
            switch moment.occurrence {
            case .event(let event): events.append(event)
            case .status(let latest): status = latest
            case .clients(let change): clients.observe(change)
            case .answered(_, .success(let answer)):
                if let body = String(validating: answer.response.body, as: UTF8.self), !body.isEmpty {
                    bodies[answer.facts.id] = body
                }
            case .context, .sent, .answered(_, .failure), .faults, .tokens, .provider, .others: break
            }
        }
        header = reader.header
        (self.events, self.status, self.bodies, self.clients) = (events, status, bodies, clients)
        var remarks: [String] = []
        if let flaw = reader.flaw { remarks.append("Not all of the recording could be read: \(flaw).") }
        if reader.leftOut > 0 {
            remarks.append("Left out when it was recorded, as unsafe or too long: \(reader.leftOut).")
        }
        self.remarks = remarks
    }

    /// What a console has seen until now, of its own session or of programs that are watched.
    init(_ ticket: Ticket) {
        let session = ticket.session
        header = RecordingHeader(
            started: ticket.events.first?.time ?? Date(), command: session == nil ? RecordingHeader.watch : "console",
            profile: session?.profile, configuration: session.map { ["issuer": .string($0.issuer)] })
        (events, clients) = (ticket.events, ticket.clients)
        (status, bodies, remarks) = (session?.status, session?.bodies ?? [:], [])
    }

    /// The report, for whichever format it is written in.
    var page: ReportPage {
        ReportPage(
            title: title, opening: [.list(facts)],
            sections: clients.sections(events) + [happened, decision, sequence, configuration].compactMap(\.self))
    }

    // MARK: - Head

    private var facts: [[ReportPage.Words]] {
        let end = events.last?.time ?? header.started
        let duration = Duration.seconds(max(0, end.timeIntervalSince(header.started)))
        let program = header.command == "console" ? "session-console" : "session-console \(header.command)"
        let recorded: [ReportPage.Words] = [
            .plain("Recorded by "), .code(program),
            .plain(
                ", version \(header.version), from \(header.started.day) \(header.started.utcClock) UTC, for "
                    + duration.inWords),
        ]
        let state = status.map { [ReportPage.Words.plain("At the end: \(Self.words(for: $0))")] }
        // A watch has no events of calls to count; its findings and sessions say more.
        let counts: [[ReportPage.Words]] = clients.reportTitle == nil ? [[.plain(Tally(events).words)]] : []
        return [recorded, state].compactMap(\.self) + counts + remarks.map { [.strong($0)] }
    }

    private var title: String {
        if let title = clients.reportTitle { return title }
        let session = "Session \(header.profile ?? "")" + (issuer.map { " at \($0)" } ?? "")
        guard let decisive else { return session }
        return "\(session): \(EventText(decisive.event).label), \(decisive.reason)"
    }

    private var issuer: String? { header.configuration?["issuer"]?.string }

    private static func words(for status: SessionStatus) -> String {
        let state =
            switch status.state {
            case .unknown: "nothing is known of a session"
            case .noSession(let end): "no session: \(end)"
            case .authenticated: "signed in"
            }
        let skew = status.clockSkew.flatMap {
            abs($0 / .seconds(1)) < 2 ? nil : "the provider's clock is \($0.signedWords)"
        }
        return [state, skew].compactMap(\.self).joined(separator: "; ")
    }

    // MARK: - What happened

    private var happened: ReportPage.Section {
        let main = ReportRow.rows(of: events)
        guard !main.isEmpty else {
            return .init(
                heading: "What happened", parts: [.paragraph([.plain("Nothing: the recording has no event.")])])
        }
        let left = main.count - Self.listed
        let remark: [[ReportPage.Words]] = [[], [], [.plain("\(left) earlier events are left out")]]
        let rows: [[[ReportPage.Words]]] = main.suffix(Self.listed).map { row in
            let label = EventText(row.event).label
            let isDecisive = row.event.sequence == decisive?.event.sequence
            return [
                [.plain(row.event.time.utcClock)], [isDecisive ? .strong(label) : .plain(label)], [.plain(row.words)],
            ]
        }
        return .init(
            heading: "What happened",
            parts: [.table(columns: ["UTC", "event", "details"], rows: (left > 0 ? [remark] : []) + rows)])
    }

    // MARK: - The deciding answer

    /// The last end against the user's will, or else the last failure, with its reason in words.
    private var decisive: (event: SessionEvent, reason: String)? {
        let end = events.last { if case .forcedOut = $0.kind { true } else { false } }
        let event = end ?? events.last { $0.kind.traits.outcome == .failure && $0.kind.traits.subject != .message }
        return event.map { ($0, EventText($0).detail) }
    }

    private var decision: ReportPage.Section? {
        guard let decisive else { return nil }
        let answer =
            events.exchange(deciding: decisive.event).map(parts)
            ?? [.paragraph([.plain("No answer of a server led to: \(decisive.reason).")])]
        return .init(heading: "The deciding answer", parts: answer + steps(to: decisive.event))
    }

    private func parts(of exchange: HTTPExchange) -> [ReportPage.Part] {
        let when = " (\(exchange.sentAt.utcClock) UTC, exchange \(exchange.id), \(exchange.purpose.rawValue))"
        let sent = ReportPage.Words.code("\(exchange.method) \(exchange.url)")
        func block(_ headers: HTTPHeaders) -> ReportPage.Part {
            .lines(headers.fields.map { "\($0.name): \($0.value)" }, language: "http")
        }
        switch exchange.outcome {
        case .failed(let error):
            let failure = " \(exchange.failure ?? "")."
            guard let partial = error.partialAnswer?.answer else {
                return [.paragraph([sent, .plain("\(when): no answer,\(failure)")])]
            }
            return [
                .paragraph([
                    sent, .plain("\(when): answered "), .strong("\(partial.status)"), .plain(", then\(failure)"),
                ]), block(partial.headers),
            ]
        case .answered(let answer):
            let measured = DurationText.measured(exchange.duration)
            var parts: [ReportPage.Part] = [
                .paragraph([
                    sent, .plain("\(when) was answered "), .strong("\(answer.status)"), .plain(" after \(measured)."),
                ]), block(answer.headers),
            ]
            if let body = answer.body ?? exchange.request.flatMap({ bodies[$0] }) {
                parts.append(.lines([body], language: exchange.isJSON ? "json" : ""))
            } else if answer.bodySize > 0 {
                parts.append(.paragraph([.plain("Its body of \(answer.bodySize) bytes was not recorded.")]))
            }
            return parts
        }
    }

    private func steps(to event: SessionEvent) -> [ReportPage.Part] {
        let chain = events.steps(to: event)
        guard chain.count > 1 else { return [] }
        let isEnd = chain.last?.kind.traits.end != nil
        return [
            .paragraph([.plain(isEnd ? "It led to the end in these steps:" : "These steps led to it:")]),
            .steps(
                chain.map { event in
                    let text = EventText(event)
                    return [.plain("\(event.time.utcClock) \(text.label): \(text.detail)")]
                }),
        ]
    }

    // MARK: - The sequence and the configuration

    private var sequence: ReportPage.Section? {
        guard !events.isEmpty else { return nil }
        // What led to the decision, and no more than a person can follow.
        let end = decisive.flatMap { decisive in events.lastIndex { $0.sequence == decisive.event.sequence } }
        let last = min(events.count, (end ?? events.count - 1) + Self.drawn / 3)
        let shown = events[max(0, last - Self.drawn)..<last]
        var flow = Flow()
        for event in shown { flow.append(FlowEvent(event)) }
        let remark = ReportPage.Part.paragraph([.plain("Drawn are \(shown.count) of \(events.count) events.")])
        return .init(
            heading: "The sequence", parts: (shown.count < events.count ? [remark] : []) + [.sequence(flow)])
    }

    private var configuration: ReportPage.Section? {
        guard let configuration = header.configuration else { return nil }
        let rows: [[[ReportPage.Words]]] = configuration.members.map { member in
            [[.plain(member.name)], [.code(Self.setting(member.name, member.value))]]
        }
        return .init(heading: "The configuration", parts: [.table(columns: ["setting", "value"], rows: rows)])
    }

    /// A setting's value as it is written in a profile; times are numbers of seconds in a recording.
    private static func setting(_ name: String, _ value: JSONValue) -> String {
        let option = Option.inProfiles.first { $0.profileKey == name }
        if option?.argument?.kind == .time, let duration = try? Duration(recorded: value) {
            return duration.inWords
        }
        return value.string ?? value.serialized()
    }
}

/// How many there were of what matters.
private struct Tally {
    private var calls = 0
    private var refreshes = 0
    private var rejections = 0
    private var ends = 0

    init(_ events: [SessionEvent]) {
        for event in events {
            switch event.kind {
            case .requestStarted: calls += 1
            case .refreshed: refreshes += 1
            case .unauthorized: rejections += 1
            case .forcedOut: ends += 1
            default: break
            }
        }
    }

    var words: String {
        [(calls, "call"), (refreshes, "refresh"), (rejections, "401"), (ends, "forced logout")]
            .map { count, name in "\(count) \(count == 1 ? name : name == "refresh" ? "refreshes" : "\(name)s")" }
            .joined(separator: ", ")
    }
}

extension HTTPExchange {
    fileprivate var isJSON: Bool {
        guard case .answered(let answer) = outcome else { return false }
        return answer.headers["Content-Type"]?.contains("json") == true
    }
}

extension Date {
    /// `2026-11-23`, in UTC.
    fileprivate var day: String { String(recordedText.prefix(10)) }
}

extension Duration {
    fileprivate var signedWords: String { self < .zero ? "\((.zero - self).inWords) behind" : "\(inWords) ahead" }
}
