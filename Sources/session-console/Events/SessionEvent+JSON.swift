import ConsoleApp
import JOSE
import Recordings
import SessionCore

extension SessionEvent {
    /// The event as a line of JSON, with its words.
    var json: JSONObject { record(text: description.inProfileTerms) }
}

extension JSONObject {
    func adding(_ name: String, _ value: JSONValue) -> JSONObject {
        var object = self
        object[name] = value
        return object
    }
}
