import HostSystem
import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore
import Synchronization

/// The calls that a profile's console has sent, of this run and of earlier ones: a bounded file without secrets.
final class CallHistory: Sendable {
    /// More calls than this are not listed.
    static let limit = 500
    /// Longer bodies are not kept, in bytes.
    static let bodyLimit = 32 << 10

    /// A call of this process, and its line of the file.
    private struct Own {
        let call: SentCall
        let line: String
    }

    private let policy: HistoryPolicy
    /// `nil` for a history in memory.
    private let file: EventFile?
    /// Newest first.
    private let own = Mutex<[Own]>([])

    init(_ policy: HistoryPolicy = .calls, file: EventFile? = nil) {
        self.policy = policy
        self.file = policy == .none ? nil : file
    }

    /// All calls, newest first, with those that other processes have sent until now.
    func calls() -> [SentCall] {
        let lines = lines()
        let own = own.withLock { $0 }
        let ownLines = Set(own.map { Array($0.line.utf8)[...] })
        let others = lines.reversed().lazy.filter { !ownLines.contains($0) }.compactMap { SentCall(line: Array($0)) }
        // Calls are kept when they have ended.
        let end = { (call: SentCall) in call.time.addingTimeInterval((call.duration ?? .zero) / .seconds(1)) }
        let calls = (own.map(\.call) + others).enumerated().map { (end: end($1), place: $0, call: $1) }
        let sorted = calls.sorted { ($1.end, $0.place) < ($0.end, $1.place) }
        return sorted.prefix(Self.limit).map(\.call)
    }

    private func lines() -> ArraySlice<ArraySlice<UInt8>> {
        guard let file else { return [] }
        let lines = [file.previousPath, file.path].flatMap { path in
            (try? RegularFile.contents(of: path, limit: 2 * file.sizeLimit))?.split(separator: 0x0A) ?? []
        }
        return lines.suffix(Self.limit)
    }

    /// Keeps a call; answers it as the list shows it, or `nil` where nothing is to be kept.
    func keep(
        _ request: HTTPRequest, _ authorization: RequestAuthorization, count: Int, at time: Date, took: Duration,
        _ result: Result<AuthorizedResponse, SessionError>, _ session: Session
    ) -> SentCall? {
        guard policy != .none else { return nil }
        let (url, headers) = session.redacted(request)
        var call = SentCall(
            time: time, method: request.method, url: url, headers: headers.fields, authorization: authorization,
            count: count, bodySize: request.body.size ?? -1, outcome: .failed("failed"), duration: took,
            isWhole: url == request.url.absoluteString && headers.fields == request.headers.fields)
        if policy == .bodies {
            call.body = text(request.body.bytes ?? [], session)
            // With masks in it, it can't be sent again.
            if HTTPExchange.masks(request.body.bytes ?? []) { call.isWhole = false }
        }
        switch result {
        case .success(let answer):
            call.outcome = .answered(answer.response.status)
            call.duration = answer.facts.duration ?? took
            if policy == .bodies { call.responseBody = text(answer.response.body, session) }
        case .failure(let error): call.outcome = .failed("\(error)")
        }
        let line = call.record.serialized()
        // What redaction did not find by its name is not kept on disk.
        let isClean = !session.containsSecret(Array(line.utf8))
        call.original = request
        own.withLock { [call] own in
            own.insert(Own(call: call, line: line), at: 0)
            if own.count > Self.limit { own.removeLast() }
        }
        if isClean { _ = file?.append([line]) }
        return call
    }

    private func text(_ bytes: [UInt8], _ session: Session) -> String? {
        guard !bytes.isEmpty, bytes.count <= Self.bodyLimit, !session.containsSecret(bytes),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        return HTTPExchange.masks(bytes) ? HTTPExchange.shownBody(bytes) : text
    }
}

extension HTTPBody {
    fileprivate var bytes: [UInt8]? {
        switch self {
        case .none: []
        case .bytes(let bytes): bytes
        case .stream: nil
        }
    }

    fileprivate var size: Int? { bytes?.count }
}
