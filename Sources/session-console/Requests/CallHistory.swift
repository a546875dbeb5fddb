import ConsoleApp
import FoundationEssentials
import JOSE
import SessionCore
import Synchronization

/// The calls that a profile's console has sent, of this run and of earlier ones: a bounded file without secrets.
final class CallHistory: Sendable {
    /// What of a call is kept.
    enum Policy: String, CaseIterable, Sendable {
        case none, calls, bodies
    }

    /// More calls than this are not listed.
    static let limit = 500
    /// Longer bodies are not kept, in bytes.
    static let bodyLimit = 32 << 10

    private struct State {
        /// Newest first.
        var calls: [SentCall] = []
        var isRead = false
    }

    private let policy: Policy
    /// `nil` for a history in memory.
    private let file: EventFile?
    private let state = Mutex(State())

    init(_ policy: Policy = .calls, file: EventFile? = nil) {
        self.policy = policy
        self.file = policy == .none ? nil : file
    }

    /// All calls, newest first; reads the file at the first time.
    func calls() -> [SentCall] {
        state.withLock { state in
            readFile(&state)
            return state.calls
        }
    }

    private func readFile(_ state: inout State) {
        guard !state.isRead else { return }
        state.isRead = true
        guard let file else { return }
        let lines = [file.previousPath, file.path].flatMap { path in
            (try? RegularFile.contents(of: path, limit: 2 * file.sizeLimit))?.split(separator: 0x0A) ?? []
        }
        state.calls = lines.suffix(Self.limit).reversed().compactMap { SentCall(line: Array($0)) }
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
        if policy == .bodies { call.body = text(request.body.bytes ?? [], session) }
        switch result {
        case .success(let answer):
            call.outcome = .answered(answer.response.status)
            call.duration = answer.facts.duration ?? took
            if policy == .bodies { call.responseBody = text(answer.response.body, session) }
        case .failure(let error): call.outcome = .failed("\(error)")
        }
        let line = call.json.serialized()
        // What redaction did not find by its name is not kept on disk.
        let isClean = !session.containsSecret(Array(line.utf8))
        call.original = request
        state.withLock { state in
            readFile(&state)
            state.calls.insert(call, at: 0)
            if state.calls.count > Self.limit { state.calls.removeLast() }
        }
        if isClean { _ = file?.append([line]) }
        return call
    }

    private func text(_ bytes: [UInt8], _ session: Session) -> String? {
        guard !bytes.isEmpty, bytes.count <= Self.bodyLimit, !session.containsSecret(bytes) else { return nil }
        return String(validating: bytes, as: UTF8.self)
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
