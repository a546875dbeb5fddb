package import JOSE
package import SessionCore

extension SessionEvent: RecordedAsObject {
    package var record: JSONObject { record() }

    /// The event as a line: the members that events have in common, then the facts of its kind; `text` is what it says
    /// in words.
    package func record(text: String? = nil) -> JSONObject {
        var json: JSONObject = [
            "time": time.recorded, "sequence": sequence.recorded, "generation": generation.recorded,
            "cause": cause.map(\.recorded) ?? .null, "kind": kind.eventName.recorded,
        ]
        json.set("text", text)
        json.set("uptime", uptime)
        json.set("watched", watched)
        json.append(kind.facts)
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self.init(
            sequence: try record.value("sequence"), time: try record.value("time"),
            uptime: try record.optional("uptime"), generation: try record.value("generation"),
            cause: try record.optional("cause"), kind: try Kind(record))
        watched = try record.optional("watched")
    }
}

extension WatchedSource: RecordedAsObject {
    package var record: JSONObject {
        var json: JSONObject = ["sender": sender.recorded]
        json.set("session", session)
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self.init(sender: try record.value("sender"), session: try record.optional("session"))
    }
}
