import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

/// A recording as one page of Markdown for a ticket: what happened, the answer that decided it, and the sequence.
struct RecordingReport {
    /// The most main events that are listed, and events that are drawn: a ticket is read by people.
    private static let listed = 120
    private static let drawn = 150

    private let header: RecordingHeader
    private let events: [SessionEvent]
    private let status: SessionStatus?
    /// The answers that were recorded with their bodies, by the number of the request.
    private let bodies: [Int: String]
    /// Why the recording ends early, and how many moments were left out.
    private let remarks: [String]

    init(reading reader: inout RecordingReader) {
        var events: [SessionEvent] = []
        var status: SessionStatus?
        var bodies: [Int: String] = [:]
        while let moment = reader.next() {
            switch moment.occurrence {
            case .event(let event): events.append(event)
            case .status(let latest): status = latest
            case .answered(_, .success(let answer)):
                if let body = String(validating: answer.response.body, as: UTF8.self), !body.isEmpty {
                    bodies[answer.facts.id] = body
                }
            case .context, .sent, .answered(_, .failure), .faults, .tokens, .provider, .others: break
            }
        }
        header = reader.header
        (self.events, self.status, self.bodies) = (events, status, bodies)
        var remarks: [String] = []
        if let flaw = reader.flaw { remarks.append("Not all of the recording could be read: \(flaw).") }
        if reader.leftOut > 0 {
            remarks.append("Left out when it was recorded, as unsafe or too long: \(reader.leftOut).")
        }
        self.remarks = remarks
    }

    var markdown: String {
        let parts = [heading, happened, decision, sequence, configuration]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    // MARK: - Head

    private var heading: String {
        var lines = ["# \(Markdown.text(title))", ""]
        let end = events.last?.time ?? header.started
        let duration = Duration.seconds(max(0, end.timeIntervalSince(header.started)))
        let program = header.command == "console" ? "session-console" : "session-console \(header.command)"
        lines.append(
            "- Recorded by `\(Markdown.code(program))`, version \(Markdown.text(header.version)), from"
                + " \(header.started.day) \(header.started.clock) UTC, for \(duration.inWords)")
        if let status { lines.append("- At the end: \(Markdown.text(Self.words(for: status)))") }
        let tally = Tally(events)
        lines.append("- \(tally.words)")
        lines += remarks.map { "- **\(Markdown.text($0))**" }
        return lines.joined(separator: "\n")
    }

    private var title: String {
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

    private var happened: String {
        let main = ReportRow.rows(of: events)
        guard !main.isEmpty else { return "## What happened\n\nNothing: the recording has no event." }
        var lines = ["## What happened", "", "| UTC | event | |", "|---|---|---|"]
        let left = main.count - Self.listed
        if left > 0 { lines.append("| | | \(left) earlier events are left out |") }
        for row in main.suffix(Self.listed) {
            let event = row.event
            let text = EventText(event)
            let words = row.words
            let isDecisive = event.sequence == decisive?.event.sequence
            let label = Markdown.text(text.label)
            lines.append("| \(event.time.clock) | \(isDecisive ? "**\(label)**" : label) | \(Markdown.text(words)) |")
        }
        return lines.joined(separator: "\n")
    }

    // MARK: - The deciding answer

    /// The last end against the user's will, or else the last failure, with its reason in words.
    private var decisive: (event: SessionEvent, reason: String)? {
        let end = events.last { if case .forcedOut = $0.kind { true } else { false } }
        let event = end ?? events.last { $0.kind.traits.outcome == .failure && $0.kind.traits.subject != .message }
        return event.map { ($0, EventText($0).detail) }
    }

    private var decision: String {
        guard let decisive else { return "" }
        var lines = ["## The deciding answer", ""]
        let chain = events.steps(to: decisive.event)
        guard let exchange = events.exchange(deciding: decisive.event) else {
            lines.append("No answer of a server led to: \(Markdown.text(EventText(decisive.event).detail)).")
            return (lines + chainLines(chain)).joined(separator: "\n")
        }
        let sent = "`\(Markdown.code("\(exchange.method) \(exchange.url)"))`"
        let when = "\(exchange.sentAt.clock) UTC, exchange \(exchange.id), \(exchange.purpose.rawValue)"
        switch exchange.outcome {
        case .failed(let error):
            let answer = error.partialAnswer.map { "answered **\($0.answer.status)**, then" } ?? "no answer,"
            lines.append("\(sent) (\(when)): \(answer) \(Markdown.text(exchange.failure ?? "")).")
            if let headers = error.partialAnswer?.answer.headers {
                lines += ["", Markdown.block(headers.fields.map { "\($0.name): \($0.value)" }, "http")]
            }
        case .answered(let answer):
            lines.append(
                "\(sent) (\(when)) was answered **\(answer.status)** after \(DurationText.measured(exchange.duration))."
            )
            lines += ["", Markdown.block(answer.headers.fields.map { "\($0.name): \($0.value)" }, "http")]
            if let body = answer.body ?? exchange.request.flatMap({ bodies[$0] }) {
                lines += ["", Markdown.block([body], exchange.isJSON ? "json" : "")]
            } else if answer.bodySize > 0 {
                lines += ["", "Its body of \(answer.bodySize) bytes was not recorded."]
            }
        }
        return (lines + chainLines(chain)).joined(separator: "\n")
    }

    private func chainLines(_ chain: [SessionEvent]) -> [String] {
        guard chain.count > 1 else { return [] }
        let isEnd = chain.last?.kind.traits.end != nil
        return ["", isEnd ? "It led to the end in these steps:" : "These steps led to it:", ""]
            + chain.map { event in
                let text = EventText(event)
                return "1. \(event.time.clock) \(Markdown.text("\(text.label): \(text.detail)"))"
            }
    }

    // MARK: - The sequence and the configuration

    private var sequence: String {
        guard !events.isEmpty else { return "" }
        // What led to the decision, and no more than a person can follow.
        let end = decisive.flatMap { decisive in events.lastIndex { $0.sequence == decisive.event.sequence } }
        let last = min(events.count, (end ?? events.count - 1) + Self.drawn / 3)
        let shown = events[max(0, last - Self.drawn)..<last]
        var flow = Flow()
        for event in shown { flow.append(FlowEvent(event)) }
        let remark = shown.count < events.count ? "\n\nDrawn are \(shown.count) of \(events.count) events." : ""
        return "## The sequence\(remark)\n\n```mermaid\n\(flow.mermaid)```"
    }

    private var configuration: String {
        guard let configuration = header.configuration else { return "" }
        let lines = configuration.members.map { member in
            "| \(Markdown.text(member.name)) | `\(Markdown.code(Self.setting(member.name, member.value)))` |"
        }
        return (["## The configuration", "", "| setting | |", "|---|---|"] + lines).joined(separator: "\n")
    }

    /// A setting's value as it is written in a profile; times are numbers of seconds in a recording.
    private static func setting(_ name: String, _ value: JSONValue) -> String {
        if name == "timeout" || name == "max_time", let duration = try? Duration(recorded: value) {
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
    /// `06:14:52.123`, in UTC.
    fileprivate var clock: String { utcClock }
}

extension Duration {
    fileprivate var signedWords: String { self < .zero ? "\((.zero - self).inWords) behind" : "\(inWords) ahead" }
}
