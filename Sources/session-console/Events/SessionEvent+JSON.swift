import ConsoleApp
import JOSE
import Recordings
import SessionCore

extension SessionEvent {
    /// The event as a line of JSON, with its words.
    var json: JSONObject {
        var json = record
        json.set("text", description.inProfileTerms)
        return json
    }
}
