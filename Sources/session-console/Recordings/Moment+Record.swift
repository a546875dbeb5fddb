import ConsoleFaults
import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

/// The names of occurrences in a recording; an event has its kind instead.
enum OccurrenceName: String, RecordedByName {
    case context, status, sent, answered, faults, tokens, provider, others, clients
}

extension Moment {
    /// The moment as a line of a recording; the body of an answer only if it is asked for.
    func record(withBodies: Bool) -> JSONObject {
        switch occurrence {
        case .context(let context): line(.context, context.record)
        case .event(let event): line(event)
        case .status(let status): line(.status, status.record)
        case .sent(let calls, let request, let authorization):
            line(
                .sent,
                [
                    "calls": calls.recorded, "request": request.recorded, "authorization": authorization.recorded,
                ])
        case .answered(let call, .success(let answer)):
            line(.answered, ["call": call.recorded, "answer": .object(answer.record(withBody: withBodies))])
        case .answered(let call, .failure(let error)):
            line(
                .answered, ["call": call.recorded, "error": .string("\(error)"), "failure": error.recorded])
        case .faults(let faults, let ends):
            line(
                .faults,
                ["armed": LabFault.allCases.compactMap { RecordedArming($0, faults[$0], until: ends[$0]) }.recorded])
        case .tokens(let reading): line(.tokens, ["tokens": reading.tokens.recorded])
        case .provider(let state): line(.provider, state.record)
        case .others(let events): line(.others, ["events": events.recorded])
        case .clients(let change): line(.clients, change.record)
        }
    }

    /// An event is written as `events --json` prints it.
    private func line(_ event: SessionEvent) -> JSONObject {
        var json = event.json
        if event.time != time { json.set("noted", time) }
        return json
    }

    private func line(_ name: OccurrenceName, _ facts: JSONObject) -> JSONObject {
        ["time": time.recorded, "occurrence": name.recorded, name.rawValue: .object(facts)]
    }

    /// Reads a line of a recording.
    init(_ record: Record) throws(RecordFlaw) {
        guard let name: OccurrenceName = try record.optional("occurrence") else {
            let event = try SessionEvent(record)
            self.init(time: try record.value("noted", default: event.time), occurrence: .event(event))
            return
        }
        let facts: JSONObject = try record.value(name.rawValue)
        let occurrence: Occurrence
        do { occurrence = try Occurrence(name, Record(facts)) } catch { throw error.inside(name.rawValue) }
        self.init(time: try record.value("time"), occurrence: occurrence)
    }
}

extension Occurrence {
    fileprivate init(_ name: OccurrenceName, _ record: Record) throws(RecordFlaw) {
        switch name {
        case .context: self = .context(try ConsoleContext(record))
        case .status: self = .status(try SessionStatus(record))
        case .sent:
            self = .sent(
                try record.value("calls"), try record.value("request"), try record.value("authorization"))
        case .answered:
            let call: CallID = try record.value("call")
            if let error: SessionError = try record.optional("failure") {
                self = .answered(call, .failure(error))
            } else {
                let answer: JSONObject = try record.value("answer")
                do { self = .answered(call, .success(try AuthorizedResponse(Record(answer)))) } catch {
                    throw error.inside("answer")
                }
            }
        case .faults:
            var faults: [LabFault: LabFault.Arming] = [:]
            var ends: [LabFault: Date] = [:]
            let armed: [RecordedArming] = try record.value("armed")
            for arming in armed { (faults[arming.fault], ends[arming.fault]) = (arming.arming, arming.end) }
            self = .faults(faults, ends: ends)
        case .tokens: self = .tokens(TokenReading(tokens: try record.value("tokens")))
        case .provider: self = .provider(try ProviderState(record))
        case .clients: self = .clients(try SeenChange(record))
        case .others:
            // What other versions wrote may be unknown to this one; earlier ones wrote a process as one text.
            let events: [JSONObject] = try record.value("events")
            self = .others(
                events.compactMap { event in
                    var event = event
                    if let name: String = event.read("process") {
                        (event["program"], event["process"]) = (.string(name), nil)
                    }
                    return try? OtherProcessEvent(Record(event))
                })
        }
    }
}

private struct RecordedArming: RecordedByMembers {
    let fault: LabFault
    /// `nil` where it is armed until its end, or until it is disarmed.
    let times: Int?
    let end: Date?

    static let members = Members(
        Self.init(fault:times:end:), .needed("fault", \.fault), .optional("times", \.times),
        .optional("until", \.end))

    var arming: LabFault.Arming { times.map { .times($0) } ?? .untilDisarmed }

    private init(fault: LabFault, times: Int?, end: Date?) { (self.fault, self.times, self.end) = (fault, times, end) }

    init?(_ fault: LabFault, _ arming: LabFault.Arming?, until end: Date?) {
        guard let arming else { return nil }
        if case .times(let times) = arming {
            self.init(fault: fault, times: times, end: end)
        } else {
            self.init(fault: fault, times: nil, end: end)
        }
    }
}
