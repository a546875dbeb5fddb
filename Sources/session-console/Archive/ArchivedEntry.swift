import Addresses
import ClientObservation
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

/// An entry of an HTTP Archive as a message, with what was assumed of it and what it lacks.
///
/// Writers differ in what they leave out: an entry counts as long as it has a time, a method and a URL.
struct ArchivedEntry {
    private(set) var message: ObservedMessage
    /// Whether its time names no zone, and is taken for UTC.
    let isZoneless: Bool
    /// Whether the request's body is missing though there was one, and the answer's.
    private(set) var lacksBody = (request: false, answer: false)

    /// `files` reads a body that is beside the archive; `nil` where it can't be read.
    init(_ json: JSONValue, files: (_ name: String) -> [UInt8]?) throws(EntryFlaw) {
        guard let started = json["startedDateTime"] else { throw .missing("startedDateTime") }
        guard let (begin, isZoneless) = Self.time(started) else { throw .noTime(started) }
        guard let sent = json["request"] else { throw .missing("request") }
        guard let method = sent["method"]?.string else { throw .missing("request.method") }
        guard let text = sent["url"]?.string else { throw .missing("request.url") }
        guard let url = URL(given: text) else { throw .noURL(text) }
        self.isZoneless = isZoneless

        var request = ObservedRequest(
            method: method, url: url, headers: HTTPHeaders(archived: sent["headers"]), begin: begin)
        request.caller =
            json["_process"]?.string.map { Caller(recorded: $0) } ?? json["_client"].flatMap { Caller(archived: $0) }
        request.caller?.starter = json["_starter"]?.int.flatMap { Int32(exactly: $0) }
        request.link = json["_link"]?.string.flatMap(LinkSource.init)
        if let post = sent["postData"] {
            let body = Self.body(post, files) ?? Self.parameters(of: post)
            request.body = body ?? []
            lacksBody.request = body == nil && (post["_file"] != nil || (sent["bodySize"]?.int ?? 0) > 0)
            // Some writers name the type only here.
            if request.headers["Content-Type"] == nil { request.headers["Content-Type"] = post["mimeType"]?.string }
        } else {
            let isForm = method == "POST" && request.headers["Content-Type"]?.isReadableBody == true
            lacksBody.request = isForm && sent["bodySize"]?.int != 0
        }
        var outcome = ObservedOutcome.failed
        // Writers give a request without an answer the status 0.
        if let answer = json["response"], let status = answer["status"]?.int, status > 0 {
            var headers = HTTPHeaders(archived: answer["headers"])
            let content = answer["content"]
            if headers["Content-Type"] == nil { headers["Content-Type"] = content?["mimeType"]?.string }
            let isKept = headers["Content-Type"].map(\.isReadableBody) ?? true
            let body = isKept ? content.flatMap { Self.body($0, files) } : nil
            let size = content?["size"]?.int ?? headers["Content-Length"].flatMap { Int($0) } ?? -1
            // JSON is never empty, whatever size a writer gives what it left out.
            let hadBody = size > 0 || headers["Content-Type"]?.lowercased().contains("json") == true
            lacksBody.answer = isKept && body == nil && hadBody && Self.canHaveBody(method, status)
            outcome = .answered(ObservedAnswer(status: status, headers: headers, body: body ?? []))
        }
        message = ObservedMessage(request, outcome, end: Self.end(after: Self.duration(json), from: begin))
    }

    /// How much of it is kept, in bytes.
    var size: Int {
        let fields = message.request.headers.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        guard case .answered(let answer) = message.outcome else { return fields + message.request.body.count }
        return answer.headers.fields.reduce(fields + message.request.body.count + answer.body.count) {
            $0 + $1.name.utf8.count + $1.value.utf8.count
        }
    }

    // MARK: - Times

    /// A time as archives have it: RFC 3339, with an offset of four digits, or with no zone at all.
    private static func time(_ json: JSONValue) -> (Date, isZoneless: Bool)? {
        if let date = try? Date(recorded: json) { return (date, false) }
        guard var text = json.string?.uppercased(), text.utf8.count > 18 else { return nil }
        if let space = text.firstIndex(of: " ") { text.replaceSubrange(space...space, with: "T") }
        text = text.replacing(",", with: ".").replacing(" ", with: "")
        if let date = try? Date(recorded: .string(text + "Z")) { return (date, true) }
        let zone = text.lastIndex { "+-Z".contains($0) } ?? text.index(before: text.endIndex)
        let digits = text[zone...].dropFirst().filter { $0 != ":" }
        let minutes = digits.count > 2 ? String(digits.dropFirst(2)) : "00"
        let zoned = "\(text[..<zone])\(text[zone])\(digits.prefix(2)):\(minutes)"
        guard let date = try? Date(recorded: .string(zoned)) else {
            return (try? Date(recorded: .string(text))).map { ($0, false) }
        }
        return (date, false)
    }

    /// In milliseconds: `time`, or where it is none the sum of the timings (HAR 1.2), of which -1 is none, too.
    private static func duration(_ json: JSONValue) -> Double {
        let time = json["time"]?.double ?? -1
        guard !(time.isFinite && time >= 0) else { return time }
        let phases = ["blocked", "dns", "connect", "send", "wait", "receive"]
        return phases.reduce(0) { sum, name in
            let phase = json["timings"]?[name]?.double ?? 0
            return phase.isFinite && phase > 0 ? sum + phase : sum
        }
    }

    /// Where a time is cut to milliseconds, the end is, too: an answer has come before the request that it led to.
    private static func end(after milliseconds: Double, from begin: Date) -> Date {
        guard milliseconds > 0 else { return begin }
        let start = begin.timeIntervalSince1970 * 1_000
        let isCut = abs(start - start.rounded()) < 0.001
        // A date is a little less exact than its milliseconds: a whole number of them stays one.
        let end = isCut ? (start.rounded() + milliseconds).rounded(.down) : start + milliseconds
        return Date(timeIntervalSince1970: end / 1_000)
    }

    // MARK: - Bodies

    private static func canHaveBody(_ method: String, _ status: Int) -> Bool {
        method != "HEAD" && method != "OPTIONS" && ![204, 205, 304].contains(status) && !(300..<400).contains(status)
    }

    /// The text of a request or an answer, or its file; `nil` where it has neither.
    private static func body(_ content: JSONValue, _ files: (String) -> [UInt8]?) -> [UInt8]? {
        if let text = content["text"]?.string, !text.isEmpty {
            return content["encoding"]?.string == "base64" ? (try? Base64.decode(text)) ?? [] : Array(text.utf8)
        }
        return content["_file"]?.string.flatMap(files)
    }

    /// The parameters of a form, where a writer has these in place of the text.
    private static func parameters(of post: JSONValue) -> [UInt8]? {
        guard let list = post["params"]?.array, !list.isEmpty else { return nil }
        let parameters = list.compactMap { parameter in
            parameter["name"]?.string.map { FormParameters.Item(name: $0, value: parameter["value"]?.string ?? "") }
        }
        return Array(FormParameters(parameters).encoded.utf8)
    }
}

/// Why an entry of an archive can't be read.
enum EntryFlaw: Error, Hashable, CustomStringConvertible {
    case missing(String)
    case noTime(JSONValue)
    case noURL(String)
    case notJSON(JSONError)
    /// The file ends in it.
    case cut
    /// What is kept of those before it is as much as may be.
    case beyondLimit

    var description: String {
        switch self {
        case .missing(let member): "\(member) is missing"
        case .noTime(let value): "startedDateTime is \(Shown.cut(value.serialized(), to: 80)), not a time"
        case .noURL(let text): "request.url is \(Shown.cut(text, to: 80)), not a URL"
        case .notJSON(let error): "it is not JSON: \(error)"
        case .cut: "the file ends before it is complete"
        case .beyondLimit: "more than \(ArchiveReader.keptLimit >> 20) MiB would have to be kept"
        }
    }
}

extension String {
    /// Whether a body of that media type can say something of a session: pictures, pages and programs can't.
    fileprivate var isReadableBody: Bool {
        let type = lowercased()
        return type.isEmpty
            || ["json", "x-www-form-urlencoded", "jwt", "text/plain", "x-unknown"].contains { type.contains($0) }
    }
}

extension Caller {
    /// `node[4242]`, as this program writes it; a name alone where there is no number.
    fileprivate init(recorded text: String) {
        let parts = text.split(separator: "[", maxSplits: 1)
        if parts.count == 2, parts[1].hasSuffix("]"), let process = Int32(parts[1].dropLast()) {
            self.init(name: String(parts[0]), process: process)
        } else {
            self.init(name: text)
        }
    }

    /// The client of a server, as this program writes it.
    fileprivate init?(archived json: JSONValue) {
        guard let name = json["name"]?.string, let address = json["address"]?.string else { return nil }
        self.init(name: name, at: Address(address, isClaimed: json["claimed"] == .bool(true)))
    }
}

extension HTTPHeaders {
    fileprivate init(archived fields: JSONValue?) {
        self.init(
            (fields?.array ?? []).compactMap { field in
                field["name"]?.string.map { Field(name: $0, value: field["value"]?.string ?? "") }
            })
    }
}
