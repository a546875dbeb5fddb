import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

extension FlowEvent {
    /// The member `diagram` of a line of the event file: what the event adds to the sequence diagram; `nil` if nothing.
    var json: JSONObject? {
        guard !isEmpty else { return nil }
        var json: JSONObject = [:]
        json["call"] = call.map { .number(JSONNumber($0)) }
        for member in turn.members { json[member.name] = member.value }
        if !steps.isEmpty { json["steps"] = .array(steps.map { .object($0.json) }) }
        return json
    }

    /// Reads an event from a line of the event file; `nil` if it adds nothing to the diagram.
    init?(_ line: JSONObject) {
        guard let flow = line["diagram"]?.object, let sequence: Int = line.read("sequence"),
            let date: Date = line.read("time")
        else { return nil }
        self.init(
            sequence: sequence, time: FlowTime(date, uptime: line.read("uptime")),
            generation: line.read("generation") ?? 0, cause: line.read("cause"), call: flow.read("call"),
            turn: Turn(flow), steps: (flow["steps"]?.array ?? []).compactMap(FlowStep.init))
    }
}

extension FlowEvent {
    /// The turn of a diagram; none where it has none, or one that is unknown.
    static func turn(_ flow: JSONObject) -> Turn { Turn(flow) }
}

extension FlowEvent.Turn {
    fileprivate var members: [(name: String, value: JSONValue)] {
        switch self {
        // The beginnings of a message and of a restored session are not recorded.
        case .none, .configured, .messageBegan: []
        case .signIn(let step): [("turn", "sign_in"), ("step", .string(step.rawValue))]
        case .callBegan(let name, let lane):
            [("turn", "call_began"), ("name", .string(name.text))]
                + (lane == .api ? [] : [("lane", .string(lane.rawValue))])
        case .callAnswered(let status, let duration, let waited):
            [("turn", "call_answered"), ("status", .number(JSONNumber(status))), ("waited", .bool(waited))]
                + (duration.map { [("duration", $0.json)] } ?? [])
        case .callFailed(let outcome, let waited):
            [("turn", "call_failed"), ("outcome", .string(outcome)), ("waited", .bool(waited))]
        case .exchanged(let duration): [("turn", "exchanged"), ("duration", duration.json)]
        case .refreshBegan: [("turn", "refresh_began")]
        case .refreshEnded(let result): [("turn", "refresh_ended"), ("result", .string(result.rawValue))]
        case .adopted: [("turn", "adopted")]
        case .lost: [("turn", "lost")]
        case .signedOut: [("turn", "signed_out")]
        }
    }

    fileprivate init(_ flow: JSONObject) {
        let duration: Duration? = flow.read("duration")
        let waited = flow["waited"] == true
        self =
            switch flow["turn"]?.string {
            case "sign_in": flow["step"]?.string.flatMap(FlowEvent.SignInStep.init).map { .signIn($0) } ?? .none
            case "call_began":
                .callBegan(
                    name: .outside(flow["name"]?.string), to: flow["lane"]?.string.flatMap(Lane.init) ?? .api)
            case "call_answered":
                .callAnswered(status: flow.read("status") ?? 0, duration: duration, waited: waited)
            case "call_failed": .callFailed(flow["outcome"]?.string ?? "", waited: waited)
            case "exchanged": .exchanged(duration ?? .zero)
            case "refresh_began": .refreshBegan
            case "refresh_ended":
                .refreshEnded(flow["result"]?.string.flatMap(FlowEvent.RefreshResult.init) ?? .failed)
            case "adopted": .adopted
            case "lost": .lost
            case "signed_out": .signedOut
            default: .none
            }
    }
}

extension FlowStep {
    fileprivate var json: JSONObject {
        var json: JSONObject = [:]
        switch path {
        case .message(let from, let to):
            json["from"] = .string(from.rawValue)
            json["to"] = .string(to.rawValue)
        case .note(let lane): json["at"] = .string(lane.rawValue)
        case .line: break
        }
        json["kind"] = .string(kind.name)
        json["label"] = .string(label)
        if !detail.isEmpty { json["detail"] = .string(detail) }
        if !reason.isEmpty { json["reason"] = .string(reason) }
        json["status"] = status.map { .number(JSONNumber($0)) }
        json["duration"] = duration?.json
        if !token.isEmpty { json["token"] = .string(token) }
        if !otherTokens.isEmpty { json["other_tokens"] = .array(otherTokens.map { .string($0) }) }
        if !faults.isEmpty { json["faults"] = .array(faults.map { .string($0) }) }
        if tone != .plain { json["tone"] = .string(tone.rawValue) }
        if mark != .none { json["mark"] = .string(mark.rawValue) }
        return json
    }

    fileprivate init?(_ value: JSONValue) {
        guard let json = value.object else { return nil }
        func lane(_ name: String) -> Lane? { json[name]?.string.flatMap(Lane.init) }
        // A lane that is unknown is none to draw at.
        guard ["from", "to", "at"].allSatisfy({ json[$0] == nil || lane($0) != nil }) else { return nil }
        let path: Path =
            if let from = lane("from"), let to = lane("to") {
                .message(from: from, to: to)
            } else {
                lane("at").map { .note(at: $0) } ?? .line
            }
        guard let kind = json["kind"]?.string.flatMap(Kind.init) else { return nil }
        func phrases(_ name: String) -> [Phrase] { .outside(json[name]?.string) }
        self.init(
            path, kind, phrases("label"), phrases("detail"), why: phrases("reason"), status: json.read("status"),
            duration: json.read("duration"),
            token: json["token"]?.string ?? "", otherTokens: (json["other_tokens"]?.array ?? []).compactMap(\.string),
            tone: json["tone"]?.string.flatMap(Tone.init) ?? .plain,
            mark: json["mark"]?.string.flatMap(Mark.init) ?? .none)
        error = reason
        faults = (json["faults"]?.array ?? []).compactMap(\.string)
    }
}

extension Duration {
    /// In seconds, to the microsecond.
    fileprivate var json: JSONValue {
        JSONNumber(Double(Int(self / .microseconds(1))) / 1_000_000).map { .number($0) } ?? .null
    }
}

extension FlowStep.Kind {
    fileprivate init?(_ name: String) {
        let others: [Self] = [.call, .retry, .redirect, .session, .refresh, .store, .fault]
        guard
            let kind = SessionError.Purpose(rawValue: name).map(Self.message)
                ?? others.first(where: { $0.name == name })
        else { return nil }
        self = kind
    }
}

extension [Phrase] {
    /// Text from a file, as one phrase; none where there is no text.
    static func outside(_ text: String?) -> [Phrase] {
        text.flatMap { $0.isEmpty ? nil : [Phrase($0, .outside)] } ?? []
    }
}
