import CurlTransport
import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import Synchronization
import TestSupport
import Testing

@testable import Doctor

/// That no session of the doctor's own is alive when it has ended, however it ends, at a provider that counts them.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct OwnEndTests {
    /// When an examination is cancelled.
    enum Moment: Sendable, CaseIterable {
        /// As a message is about to be sent.
        case before
        /// As its answer is on its way, which one who is cancelled does not get.
        case inFlight
    }

    @Test(arguments: Moment.allCases)
    func `a session ends whenever the examination is cancelled`(moment: Moment) async throws {
        var number = 0
        var isOver = false
        while !isOver {
            number += 1
            let interrupter = Interrupter(at: number, moment)
            let (outcome, left) = try await examine(over: interrupter, interrupter)
            #expect(left == 0, "cancelled at message \(number)")
            #expect(outcome.survivors == nil, "cancelled at message \(number)")
            isOver = !interrupter.hasStruck
        }
        #expect(number > 30)
    }

    @Test func `what could not be revoked is counted, with the reason`() async throws {
        let refusing = Hindrance { $0.url.path.hasSuffix("/revoke") ? 500 : nil }
        let (outcome, left) = try await examine(over: refusing)
        #expect(left > 0)
        let survivors = try #require(outcome.survivors)
        #expect(survivors.count == left)
        guard case .server(500, .revocation, _, _) = survivors.reason else {
            Issue.record("\(survivors.reason)")
            return
        }
    }

    @Test func `a network that is gone is asked twice, and what may be alive is counted`() async throws {
        let count = Mutex(0)
        let lost = Hindrance { request in
            let number = count.withLock { count in
                count += request.url.path.hasSuffix("/token") ? 1 : 0
                return count
            }
            return number > 8 ? 0 : nil
        }
        let (outcome, left) = try await examine(over: lost)
        #expect(left > 0)
        let survivors = try #require(outcome.survivors)
        #expect(survivors.count >= left)
        guard case .transport(_, .revocation) = survivors.reason else {
            Issue.record("\(survivors.reason)")
            return
        }
        #expect(lost.hindered.count { $0.hasSuffix("/revoke") } == 2)
    }

    @Test func `access tokens that outlive their refresh token are ended, too`() async throws {
        let listener = Listener()
        let (outcome, left) = try await examine(over: listener, flaws: [.survivingAccess]) { provider in
            let tokens = listener.tokens
            #expect(tokens.count > 10)
            let url = try #require(URL(string: provider.issuer + "/userinfo"))
            for token in tokens {
                let request = HTTPRequest(url: url, headers: ["Authorization": "Bearer \(token)"])
                #expect(try await CurlTransport.patient().send(request).status == 401)
            }
        }
        #expect(left == 0 && outcome.survivors == nil)
    }

    @Test(arguments: [true, false])
    func `an access token that can't be revoked counts, unless its refusal is seen`(survives: Bool) async throws {
        let refusing = Hindrance { request in
            guard request.url.path.hasSuffix("/revoke") else { return nil }
            return request.bodyText.contains("token_type_hint=access_token") ? 400 : nil
        }
        let (outcome, left) = try await examine(over: refusing, flaws: survives ? [.survivingAccess] : [])
        #expect(left == 0 && refusing.hindered.count > 1)
        #expect((outcome.survivors != nil) == survives)
    }

    /// How an examination ends over a transport, and how many sessions the provider then has.
    private func examine(
        over transport: any HTTPTransport, _ interrupter: Interrupter? = nil, flaws: Set<GrantFlaw> = [],
        after look: (DemoProvider) async throws -> Void = { _ in }
    ) async throws -> (BehaviourExamination.Outcome, Int) {
        let clock = ImpatientClock()
        var configuration = DemoProvider.Configuration()
        configuration.clock = { clock.now }
        let provider = try await DemoProvider.start(configuration)
        await provider.spoilGrants(by: flaws)
        let client = ClientConfiguration(
            issuer: provider.issuer, clientID: provider.clientID, scope: ["openid", "offline_access"])
        let examination = BehaviourExamination(
            of: client, over: transport, clock: clock, journal: EventJournal(clock: clock), resource: nil
        ) { PasswordFlow(username: "alice", password: Secret("wonderland")) }
        let task = Task {
            try? await interrupter?.isReady.passed()
            return await examination.examine(mayTry: { _ in true })
        }
        interrupter?.cancel = { task.cancel() }
        interrupter?.isReady.open()
        let outcome = await task.value
        let left = await provider.snapshot().sessions.count
        try await look(provider)
        await provider.stop()
        return (outcome, left)
    }

    /// The network, which cancels an examination at one of its messages.
    private final class Interrupter: HTTPTransport {
        let isReady = Gate()
        private let inner = CurlTransport.patient()
        private let number: Int
        private let moment: Moment
        private let state = Mutex<(count: Int, cancel: (@Sendable () -> Void)?)>((0, nil))

        init(at number: Int, _ moment: Moment) { (self.number, self.moment) = (number, moment) }

        var hasStruck: Bool { state.withLock { $0.count >= number } }
        var cancel: (@Sendable () -> Void)? {
            get { state.withLock(\.cancel) }
            set { state.withLock { $0.cancel = newValue } }
        }

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            let count = state.withLock { state in
                state.count += 1
                return state.count
            }
            guard count == number else { return try await inner.send(request) }
            if moment == .before { cancel?() }
            let answer =
                try await moment == .before ? inner.send(request) : Task { try await inner.send(request) }.value
            if moment == .inFlight { cancel?() }
            try Task.checkCancellation()
            return answer
        }
    }

    /// The network, with the access tokens that have come over it.
    private final class Listener: HTTPTransport {
        private let inner = CurlTransport.patient()
        private let heard = Mutex<Set<String>>([])

        var tokens: Set<String> { heard.withLock(\.self) }

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            let response = try await inner.send(request)
            if let token = (try? JSONValue(parsing: response.body))?["access_token"]?.string {
                heard.withLock { _ = $0.insert(token) }
            }
            return response
        }
    }

    /// The network, but some messages get a status of its own, or for 0 no answer.
    private final class Hindrance: HTTPTransport {
        private let inner = CurlTransport.patient()
        private let status: @Sendable (HTTPRequest) -> Int?
        private let paths = Mutex<[String]>([])

        init(_ status: @escaping @Sendable (HTTPRequest) -> Int?) { self.status = status }

        var hindered: [String] { paths.withLock(\.self) }

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            guard let status = status(request) else { return try await inner.send(request) }
            paths.withLock { $0.append(request.url.path) }
            guard status > 0 else { throw TransportError.brokenOff("gone") }
            return HTTPResponse(status: status, url: request.url)
        }
    }
}
