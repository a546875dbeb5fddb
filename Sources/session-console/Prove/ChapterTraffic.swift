import ClientObservation
import DemoProvider
import FoundationEssentials
import HTTPServer
import JOSE
import Scenarios
import SessionCore
import Synchronization

/// What the provider and the API of a chapter see of the program, and what becomes of the faults that strike it.
final class ChapterTraffic: RequestWitness {
    /// What has happened so far; what comes later is more.
    struct Tally: Sendable {
        fileprivate(set) var counts: [ClientCount: Int] = [:]
        /// Successful token requests of a program without a user.
        fileprivate(set) var issues = 0
        /// The statuses of the answers to calls, in the order in which they came; `nil` for a call without one.
        fileprivate(set) var calls: [Int?] = []
        /// How often a browser was led back to the program.
        var authorizations = 0
        /// How many token requests have begun.
        fileprivate(set) var tokenRequests = 0
        fileprivate(set) var underWay: Set<Int> = []
        /// The newest revision of MCP that the program has spoken.
        fileprivate(set) var revision: ToolRevision?
        /// Whether the server has refused a message for its revision, or for what it says of it.
        fileprivate(set) var isRevisionRefused = false
        /// The number of the message that has begun last.
        fileprivate(set) var lastMessage = 0
        /// When the program was asked for a call.
        var asks: [Date] = []
        /// Whether the last token request was refused for now.
        fileprivate(set) var isThrottled = false
        /// Where the program has ended, with what status.
        var ends: [Int32] = []

        /// How the program has ended, where it has.
        var end: String? { ends.last.map { "the program has ended with status \($0)" } }

        func count(_ what: ClientCount) -> Int { counts[what] ?? 0 }
        /// How many calls were answered as they should be.
        var successes: Int { calls.count { $0.map { (200..<300).contains($0) } ?? false } }
    }

    private struct State {
        var observer = Observer()
        var tally = Tally()
        /// The faults that the provider knows by their place here, and how often each is still judged.
        var faults: [(fault: ClientFault, left: Int)] = []
        var struck: Set<Int> = []
        /// What is shown when the chapter is over.
        var messages: [ObservedMessage] = []
        var begun: [Int: ObservedRequest] = [:]
        /// The codes that devices wait to be approved by.
        var userCodes: [String] = []
        /// The API's requests under way that have a token.
        var calls: Set<Int> = []
        /// What an MCP client sends around its calls.
        var others: Set<Int> = []
        /// The revisions of the messages under way.
        var revisions: [Int: ToolRevision] = [:]
        weak var provider: DemoProvider?
        var lastChange = ContinuousClock.now
        var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextWaiting = 0
    }

    private let state = Mutex(State())
    private let kind: ClientStage.Kind
    private let narrate: (@Sendable (String) -> Void)?

    private let keepsMessages: Bool

    init(_ terms: ProofTerms) {
        (kind, narrate, keepsMessages) = (terms.kind, terms.narrate, terms.isShown)
    }

    /// Names the provider, before the program starts.
    func learn(_ provider: DemoProvider) { state.withLock { $0.provider = provider } }

    /// Judges the first strikes of a fault that the provider is to know by the mark that is returned.
    func expect(_ fault: ClientFault, times: Int) -> Int {
        state.withLock { state in
            state.faults.append((fault, times))
            return state.faults.count - 1
        }
    }

    var tally: Tally { state.withLock(\.tally) }

    /// How long nothing has come and nothing has been under way.
    var stillness: Duration {
        state.withLock { !$0.tally.underWay.isEmpty ? .zero : ContinuousClock.now - $0.lastChange }
    }

    /// Where they are to be shown.
    var messages: [ObservedMessage] { state.withLock(\.messages) }

    /// The observer after the last message, which judges now what only the end decides.
    func close() -> Observer {
        state.withLock { state in
            state.observer.close()
            return state.observer
        }
    }

    /// Takes in what is seen otherwise than by a message.
    func change(_ body: (inout Tally) -> Void) { change { body(&$0.tally) } }

    // MARK: - What comes

    func received(_ id: Int, _ request: ServerRequest, time: Date) {
        guard let observed = ObservedRequest(request, begin: time) else { return }
        change { state in
            state.tally.underWay.insert(id)
            state.tally.lastMessage = max(id, state.tally.lastMessage)
            let isOfAPI = state.provider?.api == "http://\(request.headers["Host"] ?? "")"
            if isOfAPI, request.headers["Authorization"] != nil {
                if isCall(request) {
                    state.calls.insert(id)
                } else if request.method == "POST" {
                    state.others.insert(id)
                }
            }
            state.observer.take(.began(id, observed))
            if keepsMessages { state.begun[id] = observed }
            if !isOfAPI, request.path == DemoProvider.Endpoint.token.path { state.tally.tokenRequests += 1 }
            if isOfAPI, let revision = ToolRevision(of: request) {
                state.tally.revision = max(revision, state.tally.revision ?? revision)
                state.revisions[id] = revision
            }
        }
    }

    func struck(_ id: Int, by mark: Int) {
        state.withLock { state in
            guard state.faults.indices.contains(mark), state.faults[mark].left > 0 else { return }
            state.faults[mark].left -= 1
            state.struck.insert(id)
            state.observer.take(state.faults[mark].fault, in: id)
        }
    }

    /// Whether a request to the API is one that the program was asked for: an MCP client sends others around it.
    private func isCall(_ request: ServerRequest) -> Bool {
        kind != .mcp || (try? JSONValue(parsing: request.body))?["method"]?.string == "tools/call"
    }

    func answered(_ id: Int, _ response: ServerResponse, time: Date) {
        defer { if let narrate, let line = state.withLock({ $0.observer.message(id)?.line }) { narrate(line) } }
        change { state in
            state.tally.underWay.remove(id)
            let outcome = ObservedOutcome(response, isInjected: state.struck.contains(id))
            state.observer.take(.ended(id, outcome, at: time))
            if let request = state.begun.removeValue(forKey: id) {
                state.messages.append(ObservedMessage(request, outcome, end: time))
            }
            let answer: ObservedAnswer? = if case .answered(let answer) = outcome { answer } else { nil }
            // What is refused for now or for its token stands for the call that it was sent for.
            let isCall = state.calls.remove(id) != nil
            let isOther = state.others.remove(id) != nil
            if isCall || isOther && answer?.isAboutMessage != true { state.tally.calls.append(answer?.status) }
            if let revision = state.revisions.removeValue(forKey: id), let answer, revision.isRefused(by: answer.body) {
                state.tally.isRevisionRefused = true
            }
            for count in ClientCount.allCases { state.tally.counts[count] = state.observer.number(of: count) }
            guard let message = state.observer.message(id) else { return }
            if message.tokenRequest != nil { state.tally.isThrottled = answer?.status == 429 }
            if message.tokenRequest?.grant == .clientCredentials, message.answer?.tokens != nil {
                state.tally.issues += 1
            }
            if let code = answer?.userCode { state.userCodes.append(code) }
            // A person is slower than the first poll.
            if message.tokenRequest?.grant == .deviceCode, message.answer?.tokens == nil, let provider = state.provider
            {
                for code in state.userCodes { approve(code, at: provider) }
                state.userCodes = []
            }
        }
    }

    /// As the user does who is shown the code.
    private func approve(_ code: String, at provider: DemoProvider) {
        guard let user = provider.users.first else { return }
        Task {
            try? await provider.approveDevice(userCode: code, username: user.username)
            change { (tally: inout Tally) in tally.authorizations += 1 }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let waiting = state.withLock { state in
            body(&state)
            state.lastChange = .now
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.yield() }
    }

    // MARK: - Waiting

    /// Waits until this holds, and no longer than a time; returns whether it does.
    func wait(atMost time: Duration, until holds: @Sendable (Tally) -> Bool) async -> Bool {
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.nextWaiting += 1
            state.waiting[state.nextWaiting] = continuation
            return state.nextWaiting
        }
        let end = Task {
            try? await Task.sleep(for: time)
            continuation.finish()
        }
        defer {
            end.cancel()
            state.withLock { $0.waiting[id] = nil }
        }
        if holds(tally) { return true }
        for await _ in changes where holds(tally) { return true }
        return holds(tally)
    }
}

extension ObservedAnswer {
    /// Whether it is about the message itself: 400 and 404 answer a probe and an unknown method, too.
    fileprivate var isAboutMessage: Bool { status < 500 && ![401, 403, 429].contains(status) }

    /// What a person is to type, in the answer to a device (RFC 8628 §3.2).
    fileprivate var userCode: String? { (try? JSONValue(parsing: body))?["user_code"]?.string }
}
