import FoundationEssentials
import JOSE
import Testing

/// The members that HAR 1.2 requires of an archive (http://www.softwareishard.com/blog/har-12-spec).
enum HARCheck {
    private enum Kind {
        case text, number, list, object
        /// A time of at least zero, or -1 for a phase that does not apply.
        case phase(optional: Bool)
    }

    /// The entries, after every required member has been found and is of its type.
    static func entries(of archive: JSONValue) throws -> [JSONValue] {
        let log = try #require(archive["log"])
        check(log, ["version": .text, "creator": .object, "entries": .list], "log")
        #expect(log["version"] == "1.2")
        check(log["creator"], ["name": .text, "version": .text], "creator")
        let entries = try #require(log["entries"]?.array)
        for (index, entry) in entries.enumerated() { try check(entry: entry, "entry \(index)") }
        return entries
    }

    private static func check(entry: JSONValue, _ place: String) throws {
        check(
            entry,
            [
                "startedDateTime": .text, "time": .number, "request": .object, "response": .object, "cache": .object,
                "timings": .object,
            ], place)
        let start = try #require(entry["startedDateTime"]?.string)
        #expect(throws: Never.self, "\(place): \(start)") {
            try Date(start, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        }
        let message: [String: Kind] = [
            "httpVersion": .text, "cookies": .list, "headers": .list, "headersSize": .number, "bodySize": .number,
        ]
        let request = entry["request"]
        check(
            request, message.merging(["method": .text, "url": .text, "queryString": .list]) { $1 }, "\(place): request")
        let url = try #require(request?["url"]?.string)
        #expect(URL(string: url)?.scheme != nil && !url.contains("#"), "\(place): \(url)")
        if let data = request?["postData"] {
            check(data, ["mimeType": .text, "text": .text], "\(place): postData")
        }
        let response = entry["response"]
        check(
            response,
            message.merging([
                "status": .number, "statusText": .text, "content": .object, "redirectURL": .text,
            ]) { $1 }, "\(place): response")
        check(response?["content"], ["size": .number, "mimeType": .text], "\(place): content")
        for pairs in [request?["headers"], request?["queryString"], response?["headers"]] {
            for pair in pairs?.array ?? [] { check(pair, ["name": .text, "value": .text], "\(place): pair") }
        }
        let names = ["blocked", "dns", "connect", "ssl", "send", "wait", "receive"]
        let timings = entry["timings"]
        for name in names {
            check(timings, [name: .phase(optional: !["send", "wait", "receive"].contains(name))], "\(place): timings")
        }
        // 'ssl' is a part of 'connect'.
        let sum = names.filter { $0 != "ssl" }.compactMap { timings?[$0]?.double }.filter { $0 > 0 }.reduce(0, +)
        #expect(abs(sum - (entry["time"]?.double ?? -1)) < 0.01, "\(place): the time is the sum of its phases")
    }

    private static func check(_ value: JSONValue?, _ members: [String: Kind], _ place: String) {
        for (name, kind) in members {
            let member = value?[name]
            let isRight =
                switch kind {
                case .text: member?.string != nil
                case .number: member?.double != nil
                case .list: member?.array != nil
                case .object: member?.object != nil
                case .phase(let isOptional): member?.double.map { $0 >= 0 || isOptional && $0 == -1 } ?? false
                }
            #expect(isRight, "\(place): \(name) is \(member?.serialized() ?? "missing")")
        }
    }
}
