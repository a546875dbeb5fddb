import CurlTransport
import DemoProvider
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@testable import Doctor

/// How a provider behaves, whose truth is known: the demo's, with its switches.
@Suite(.timeLimit(.minutes(2)), .limitedParallelism)
struct BehaviourExaminationTests {
    /// A clock whose sleepers wake at once, because time has gone by.
    private struct ImpatientClock: SessionClock {
        let clock = TestClock()
        var now: Date { clock.now }
        var uptime: Duration { clock.uptime }
        func sleep(for duration: Duration) async throws { clock.advance(by: duration) }
    }

    /// What was seen by check, with the verdict first.
    private func examine(
        _ transport: (any HTTPTransport)? = nil, mayEnd: Bool = true, scope: [String] = ["openid", "offline_access"],
        _ configure: (inout DemoProvider.Configuration) -> Void = { _ in }
    ) async throws -> [String: String] {
        let clock = ImpatientClock()
        var configuration = DemoProvider.Configuration()
        configuration.clock = { clock.now }
        configure(&configuration)
        let provider = try await DemoProvider.start(configuration)
        var client = ClientConfiguration(issuer: provider.issuer, clientID: provider.clientID, scope: scope)
        client.apis = []
        let channel = Channel(
            transport: transport ?? CurlTransport.patient(), clock: clock, randomness: SystemRandomness(),
            scope: EventScope(journal: EventJournal(clock: clock), generation: 0))
        let examination = BehaviourExamination(
            ProviderChannel(
                configuration: client, directory: ProviderDirectory(configuration: client), channel: channel),
            resource: nil
        ) { context in
            try await PasswordFlow(username: "alice", password: Secret("wonderland")).signIn(context)
        }
        let findings = await examination.examine(mayTry: { mayEnd || !$0.endsSession })
        await provider.stop()
        #expect(findings.allSatisfy { !$0.seen.isEmpty })
        return Dictionary(
            uniqueKeysWithValues: findings.map { ($0.check, "\($0.verdict.rawValue): \($0.seen)") })
    }

    @Test func `the demo's provider behaves as it is made`() async throws {
        let seen = try await examine()
        #expect(
            seen == [
                "refresh-token": "sound: issued, with offline_access",
                "granted-scope": "sound: openid, offline_access",
                "access-token-accepted": "sound: accepted",
                "lifetime": "sound: 1 min, exp the same",
                "refresh-early": "sound: granted; the access token before is still accepted",
                "rotation": "sound: another one",
                "refreshed-scope": "sound: openid, offline_access",
                "refreshed-id-token": "sound: the same user and sign-in",
                "spent-token": "sound: refused at once",
                "family": "sound: the newest token is dead: invalid_grant",
                "family-access-token": "sound: dead at once",
                "refresh-twice": "note: one granted; the session is dead: invalid_grant",
                "revoked-access-token": "sound: dead at once; the refresh token lives on",
                "revoked-refresh-token": "sound: dead, and the access token with it",
            ])
    }

    @Test func `a time of grace is measured, without waiting for it`() async throws {
        let seen = try await examine { $0.refreshTokenLeeway = .seconds(3) }
        #expect(seen["spent-token"] == "note: accepted after 1 s, refused after 5 s")
        #expect(seen["family"] == "sound: the newest token is dead: invalid_grant")
        let long = try await examine { $0.refreshTokenLeeway = .seconds(60) }
        #expect(long["spent-token"] == "fault: accepted for 30 s and longer")
        #expect(long["family"] == nil)
        #expect(long["refresh-twice"] == "sound: both granted; the session lives on")
    }

    @Test func `what ends a session is left out unless a person agrees`() async throws {
        let seen = try await examine(mayEnd: false)
        #expect(seen["rotation"] == "sound: another one")
        for experiment in Experiment.all where experiment.endsSession {
            #expect(seen[experiment.name] == "unknown: not tried: it was declined")
        }
    }

    @Test func `a rate limit ends it, and says when it may go on`() async throws {
        let transport = RateLimit(after: 2)
        let seen = try await examine(transport)
        #expect(seen["refresh-token"]?.hasPrefix("sound") == true)
        #expect(seen["rotation"] == "sound: another one")
        #expect(seen["spent-token"] == "unknown: not tried: the provider limits the rate; it may go on in 30 s")
        #expect(seen["revoked-refresh-token"] == seen["spent-token"])
    }

    /// The network, but the token endpoint answers only so many requests.
    private struct RateLimit: HTTPTransport {
        private let inner = CurlTransport.patient()
        private let left: Countdown

        init(after count: Int) { left = Countdown(count) }

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            guard request.url.path.hasSuffix("/token"), await !left.take() else { return try await inner.send(request) }
            return HTTPResponse(status: 429, headers: ["Retry-After": "30"], url: request.url)
        }
    }

    private actor Countdown {
        private var left: Int
        init(_ count: Int) { left = count }
        func take() -> Bool {
            left -= 1
            return left >= 0
        }
    }
}
