import Addresses
import ClientObservation
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

/// Reads the messages of an HTTP Archive (HAR) 1.2, as browsers, proxies and this program write it.
///
/// Writers differ in what they leave out: an entry counts as long as it has a time, a method and a URL. Without
/// credentials in it, as browsers export it by default, little can be said of a client.
struct ArchiveReader {
    /// An archive is read into memory as a whole.
    static let sizeLimit = 64 << 20

    let messages: [ObservedMessage]
    /// The entries that can't be read, counted from 1.
    let damaged: [Int]

    /// Throws where the text is not an archive.
    init(_ bytes: [UInt8]) throws(ArchiveFlaw) {
        let json: JSONValue
        do {
            json = try JSONValue(
                parsing: bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0), maximumCount: 5_000_000)
        } catch {
            throw .notJSON(error)
        }
        guard let entries = json["log"]?["entries"]?.array else { throw .noEntries }
        var messages: [ObservedMessage] = []
        var damaged: [Int] = []
        for (index, entry) in entries.enumerated() {
            if let message = ObservedMessage(archived: entry) {
                messages.append(message)
            } else {
                damaged.append(index + 1)
            }
        }
        self.messages = messages
        self.damaged = damaged
    }
}

/// Why a text is not an archive.
enum ArchiveFlaw: Error, CustomStringConvertible {
    case notJSON(JSONError)
    case noEntries

    var description: String {
        switch self {
        case .notJSON(let error): "it is not JSON: \(error)"
        case .noEntries: "it has no log.entries, which an HTTP Archive has"
        }
    }
}

extension ObservedMessage {
    /// An entry of an archive; `nil` where its time, its method or its URL is missing.
    fileprivate init?(archived entry: JSONValue) {
        guard let started = entry["startedDateTime"], let begin = try? Date(recorded: started),
            let method = entry["request"]?["method"]?.string,
            let url = entry["request"]?["url"]?.string.flatMap({ URL(given: $0) })
        else { return nil }
        var request = ObservedRequest(
            method: method, url: url, headers: HTTPHeaders(archived: entry["request"]?["headers"]), begin: begin)
        request.caller = entry["_process"]?.string.map { Caller(recorded: $0) }
        if let post = entry["request"]?["postData"] {
            request.body = Self.body(of: post)
            // Some writers name the type only here.
            if request.headers["Content-Type"] == nil { request.headers["Content-Type"] = post["mimeType"]?.string }
        }
        let milliseconds = entry["time"]?.double.flatMap { $0.isFinite ? max(0, $0) : nil } ?? 0
        self.init(
            request, ObservedOutcome(archived: entry["response"]),
            end: Self.end(after: milliseconds, from: begin))
    }

    /// Where a time is cut to milliseconds, the end is, too: an answer has come before the request that it led to.
    private static func end(after milliseconds: Double, from begin: Date) -> Date {
        let start = begin.timeIntervalSince1970 * 1_000
        let isCut = abs(start - start.rounded()) < 0.001
        return Date(
            timeIntervalSince1970: (isCut ? (start + milliseconds).rounded(.down) : start + milliseconds) / 1_000)
    }

    /// The text, or the parameters of a form: a writer has either.
    private static func body(of post: JSONValue) -> [UInt8] {
        if let text = post["text"]?.string, !text.isEmpty {
            return post["encoding"]?.string == "base64" ? (try? Base64.decode(text)) ?? [] : Array(text.utf8)
        }
        let parameters = (post["params"]?.array ?? []).compactMap { parameter in
            parameter["name"]?.string.map {
                FormParameters.Item(name: $0, value: parameter["value"]?.string ?? "")
            }
        }
        return Array(FormParameters(parameters).encoded.utf8)
    }
}

extension ObservedOutcome {
    /// Writers give a request without an answer the status 0.
    fileprivate init(archived response: JSONValue?) {
        guard let response, let status = response["status"]?.int, status > 0 else {
            self = .failed
            return
        }
        let content = response["content"]
        let text = content?["text"]?.string ?? ""
        let body = content?["encoding"]?.string == "base64" ? (try? Base64.decode(text)) ?? [] : Array(text.utf8)
        self = .answered(
            ObservedAnswer(status: status, headers: HTTPHeaders(archived: response["headers"]), body: body))
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
}

extension HTTPHeaders {
    fileprivate init(archived fields: JSONValue?) {
        self.init(
            (fields?.array ?? []).compactMap { field in
                field["name"]?.string.map { Field(name: $0, value: field["value"]?.string ?? "") }
            })
    }
}
