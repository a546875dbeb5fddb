import ConsoleFaults
import ConsoleApp
import FoundationEssentials
import JOSE
import SessionCore

/// Exchanges as an HTTP Archive (HAR) 1.2, which browsers and proxies open.
///
/// The archive holds what the exchanges hold: secrets are masked, and the bodies of an API are left out. Members whose
/// names begin with `_` are not of the format, which allows them.
struct HTTPArchive {
    var entries: [JSONValue]
    /// The faults that were injected meanwhile: also those that struck no message, and what followed from them.
    var faults: [(time: Date, fault: InjectedFault)] = []
    /// A remark about the whole archive.
    var comment: String?

    var json: JSONValue {
        var log: JSONObject = [
            "version": "1.2",
            "creator": ["name": "session-console", "version": .string(Version.current)],
            "entries": .array(entries),
        ]
        let remarks = [comment, faultNames].compactMap(\.self)
        if !remarks.isEmpty { log["comment"] = .string(remarks.joined(separator: "; ")) }
        if !faults.isEmpty { log["_faults"] = .array(archivedFaults) }
        return ["log": .object(log)]
    }

    private var archivedFaults: [JSONValue] {
        faults.map { time, fault in
            [
                "name": .string(fault.name), "step": .string(fault.step.rawValue), "startedDateTime": .moment(time),
                "text": .string(fault.text),
            ]
        }
    }

    private var faultNames: String? {
        let names = faults.map(\.fault.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return names.isEmpty ? nil : "faults were injected on purpose, see _faults: \(names.joined(separator: ", "))"
    }

    /// What contains a secret that the session knows, such as `exchange 1 of 3`.
    func secretPlace(_ session: Session) -> String? {
        for (name, parts) in [("exchange", entries), ("fault", archivedFaults)] {
            guard let index = parts.firstIndex(where: { session.containsSecret(Array($0.serialized().utf8)) }) else {
                continue
            }
            return "\(name) \(index + 1) of \(parts.count)"
        }
        return nil
    }
}

extension HTTPArchive {
    /// The exchanges and the faults of some events; `clients` are those of a server, by the number of the exchange.
    init(_ events: [SessionEvent], clients: [Int: Caller] = [:], comment: String?) {
        self.init(entries: [], comment: comment)
        for event in events {
            switch event.kind {
            case .exchange(let exchange):
                entries.append(exchange.archiveEntry(of: event.watched, from: clients[exchange.id]))
            case .injected(let fault): faults.append((event.time, fault))
            default: break
            }
        }
    }
}

extension HTTPExchange {
    /// The entry with the program that is watched which sent it, or the client of a server.
    fileprivate func archiveEntry(of source: WatchedSource?, from client: Caller?) -> JSONValue {
        guard let source, case .object(var entry) = archiveEntry else { return archiveEntry }
        if let client, let address = client.address {
            entry["_client"] = [
                "name": .string(client.name), "address": .string(address.text), "claimed": .bool(address.isClaimed),
            ]
            return .object(entry)
        }
        entry["_process"] = .string(source.sender)
        entry["_starter"] = source.starter.map { .number(JSONNumber($0)) }
        return .object(entry)
    }

    /// The exchange as an entry of an archive.
    var archiveEntry: JSONValue {
        let phases = ArchivePhases(self)
        var entry: JSONObject = [
            "startedDateTime": .moment(sentAt),
            "time": .milliseconds(phases.sum), "request": archiveRequest, "response": archiveResponse, "cache": [:],
            "timings": phases.json,
        ]
        entry["serverIPAddress"] = answer?.connection?.remoteAddress.map { .string($0.withoutPort) }
        let hops =
            ((answer?.redirects ?? []) + [redirect].compactMap(\.self)).map { hop in
                "\(hop.status) to \(hop.to.absoluteString)\(hop.keptAuthorization ? "" : " without the token")"
            }
        let remarks = [("redirected", hops), ("injected fault", faults)].filter { !$0.1.isEmpty }
        if !remarks.isEmpty {
            let words = remarks.map { "\($0.0): \($0.1.joined(separator: ", "))" }
            entry["comment"] = .string(words.joined(separator: "; "))
        }
        entry["_purpose"] = .string(purpose.rawValue)
        entry["_link"] = link.map { .string($0.rawValue) }
        entry["_error"] = failure.map { .string($0) }
        if !faults.isEmpty { entry["_faults"] = .array(faults.map { .string($0) }) }
        return .object(entry)
    }

    fileprivate var answer: Answer? { beginning }

    private var version: String { answer?.version.map { "HTTP/\($0)" } ?? "" }

    private var archiveRequest: JSONValue {
        var request: JSONObject = [
            "method": .string(method), "url": .string(url.asURL), "httpVersion": .string(version), "cookies": [],
            "headers": requestHeaders.archived { alteration(of: $0) }, "queryString": url.query, "headersSize": -1,
            "bodySize": -1,
        ]
        if let requestBody {
            // Without `params`: the format has either these or the text.
            request["postData"] = [
                "mimeType": .string(requestHeaders["Content-Type"] ?? ""), "text": .string(requestBody),
            ]
        }
        return .object(request)
    }

    private var archiveResponse: JSONValue {
        let headers = answer?.headers ?? HTTPHeaders()
        var content: JSONObject = [
            "size": .number(JSONNumber(answer?.bodySize ?? 0)), "mimeType": .string(headers["Content-Type"] ?? ""),
        ]
        content["text"] = answer?.body.map { .string($0) }
        if let answer, answer.body == nil, answer.bodySize > 0 { content["comment"] = "the body is left out" }
        return [
            "status": .number(JSONNumber(answer?.status ?? 0)), "statusText": .string(answer?.reason ?? ""),
            "httpVersion": .string(version),
            "cookies": [], "headers": headers.archived(), "content": .object(content),
            "redirectURL": .string(headers["Location"] ?? ""), "headersSize": -1, "bodySize": -1,
        ]
    }
}

extension HTTPHeaders {
    /// Each value has behind it what is said of its field.
    fileprivate func archived(_ remark: (_ name: String) -> String = { _ in "" }) -> JSONValue {
        .array(fields.map { ["name": .string($0.name), "value": .string($0.value + remark($0.name))] })
    }
}

extension String {
    /// An address without the port behind it.
    fileprivate var withoutPort: String {
        guard let colon = lastIndex(of: ":") else { return self }
        return self[..<colon].filter { $0 != "[" && $0 != "]" }
    }

    /// With everything percent-encoded that can't be in a URL, as the dots of a mask.
    fileprivate var asURL: String {
        utf8.reduce(into: "") { text, byte in
            let isPlain = byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
            if isPlain {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// The parameters of a URL's query, decoded.
    fileprivate var query: JSONValue {
        guard let mark = firstIndex(of: "?") else { return [] }
        var parts = URLComponents()
        parts.percentEncodedQuery = String(self[index(after: mark)...]).asURL.replacing("+", with: "%20")
        return .array(
            (parts.queryItems ?? []).map { ["name": .string($0.name), "value": .string($0.value ?? "")] })
    }
}

/// The time that an exchange took, by phase; the phases add up to it.
private struct ArchivePhases {
    /// Redirects, and what is not measured.
    private var blocked = Duration.zero
    /// `nil` on a connection that was open before.
    private var dns: Duration?
    /// With the TLS handshake.
    private var connect: Duration?
    private var tls: Duration?
    private var wait = Duration.zero
    private var receive = Duration.zero

    init(_ exchange: HTTPExchange) {
        guard let answer = exchange.answer, let timings = answer.timings else {
            wait = exchange.duration
            return
        }
        let connected = max(timings.nameLookup, timings.connect, timings.tls)
        if answer.connection?.isReused != true, timings.connect > .zero {
            dns = timings.nameLookup
            connect = connected - timings.nameLookup
            if timings.tls > .zero { tls = max(.zero, timings.tls - timings.connect) }
            blocked = .zero
        } else {
            blocked = connected
        }
        wait = max(.zero, timings.firstByte - connected)
        receive = max(.zero, timings.total - timings.firstByte)
        blocked += max(.zero, exchange.duration - sum)
    }

    var sum: Duration { blocked + (dns ?? .zero) + (connect ?? .zero) + wait + receive }

    var json: JSONValue {
        [
            "blocked": .milliseconds(blocked), "dns": dns.map { .milliseconds($0) } ?? -1,
            "connect": connect.map { .milliseconds($0) } ?? -1, "ssl": tls.map { .milliseconds($0) } ?? -1,
            "send": 0, "wait": .milliseconds(wait), "receive": .milliseconds(receive),
        ]
    }
}

extension JSONValue {
    fileprivate static func moment(_ time: Date) -> JSONValue {
        .string(time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }

    /// With microseconds.
    fileprivate static func milliseconds(_ duration: Duration) -> JSONValue {
        JSONNumber((duration / .microseconds(1)).rounded() / 1000).map { .number($0) } ?? 0
    }
}
