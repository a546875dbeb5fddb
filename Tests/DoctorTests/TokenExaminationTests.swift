import Addresses
import CurlTransport
import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import Synchronization
import TestSupport
import Testing

@testable import Doctor

/// What the demo's API, whose truth is known, makes of tokens that are forged, dead or narrow.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TokenExaminationTests {
    /// What is wrong with an API, and the checks that say so.
    struct Case: Sendable, CustomTestStringConvertible {
        let flaws: Set<ResourceFlaw>
        /// By check, with the verdict.
        let complaints: [String: CheckVerdict]
        /// Whether that needs a token that the API takes.
        var signsIn = false
        var testDescription: String { flaws.map(\.rawValue).sorted().joined(separator: ", ") }
    }

    private static let cases = [
        Case(flaws: [.unsigned], complaints: ["forged-unsigned": .fault]),
        Case(flaws: [.anySignature], complaints: ["forged-key": .fault]),
        Case(flaws: [.sharedSecret], complaints: ["forged-secret": .fault]),
        Case(
            flaws: [.anySignature, .uncheckedEnd], complaints: ["forged-key": .fault, "forged-end": .fault]),
        Case(
            flaws: [.unsigned, .uncheckedAudience],
            complaints: ["forged-unsigned": .fault, "forged-audience": .fault]),
        Case(
            flaws: [.sharedSecret, .uncheckedIssuer],
            complaints: ["forged-secret": .fault, "forged-issuer": .fault]),
        Case(flaws: [.tokenInQuery], complaints: ["good-token-in-query": .note], signsIn: true),
        Case(flaws: [.firstField], complaints: ["two-authorizations": .note], signsIn: true),
        Case(flaws: [.schemeCase], complaints: ["scheme-case": .fault]),
        Case(flaws: [.schemeCase], complaints: ["scheme-case": .fault], signsIn: true),
        Case(flaws: [.echo], complaints: ["token-echo": .note]),
        Case(flaws: [.anyOrigin], complaints: ["stranger-origin": .note]),
        Case(flaws: [.mirroredOrigin], complaints: ["stranger-origin": .fault]),
        Case(flaws: [.anyScope], complaints: ["narrow-scope": .fault], signsIn: true),
        Case(flaws: [.unnamedScope], complaints: ["narrow-scope": .note], signsIn: true),
        Case(flaws: [.foreignTokens], complaints: ["foreign-audience": .fault], signsIn: true),
        Case(flaws: [.refreshTokens], complaints: ["refresh-token-as-access": .fault], signsIn: true),
        Case(flaws: [.idTokens], complaints: ["id-token-as-access": .fault], signsIn: true),
        Case(
            flaws: [.bareRefusal],
            complaints: [
                "forged-unsigned": .note, "forged-key": .note, "forged-secret": .note,
            ]),
        Case(
            flaws: [.crash],
            complaints: [
                "forged-unsigned": .note, "forged-key": .note, "forged-secret": .note, "forged-end": .note,
                "forged-audience": .note, "forged-issuer": .note,
            ]),
    ]

    @Test(arguments: cases)
    func `a flaw of the resource is named by its checks and by no other`(flawed: Case) async throws {
        let findings = try await examine(flawed.flaws, signsIn: flawed.signsIn)
        let complaints = findings.filter { [.fault, .note].contains($0.verdict) }
        let seen = Dictionary(uniqueKeysWithValues: complaints.map { ($0.check, $0.verdict) })
        #expect(seen == flawed.complaints, "\(complaints.map { "\($0.check): \($0.seen)" })")
        #expect(complaints.allSatisfy { $0.party == .resourceServer })
    }

    @Test func `a sound resource has nothing against it, and without a sign-in a refusal proves nothing`() async throws
    {
        let alone = try await examine([], signsIn: false)
        #expect(
            alone.lines == [
                "forged-unsigned": "unknown: refused, not known why: no right token was tried",
                "forged-key": "unknown: refused, not known why: no right token was tried",
                "forged-secret": "unknown: refused, not known why: no right token was tried",
                "forged-end": "unknown: refused; its signature is wrong, too, so not known why",
                "forged-audience": "unknown: refused; its signature is wrong, too, so not known why",
                "forged-issuer": "unknown: refused; its signature is wrong, too, so not known why",
                "stranger-origin": "sound: no page may read it",
                "two-authorizations": "unknown: refused; both were made up",
                "scheme-case": "sound: as Bearer", "token-echo": "sound: no answer repeats it",
            ])
        let proven = try await examine([], signsIn: true)
        #expect(
            proven.lines == [
                "forged-unsigned": "sound: refused: 401 invalid_token",
                "forged-key": "sound: refused: 401 invalid_token",
                "forged-secret": "sound: refused: 401 invalid_token",
                "forged-end": "unknown: refused; its signature is wrong, too, so not known why",
                "forged-audience": "unknown: refused; its signature is wrong, too, so not known why",
                "forged-issuer": "unknown: refused; its signature is wrong, too, so not known why",
                "good-token-in-query": "sound: 401, as without a token",
                "stranger-origin": "sound: no page may read it", "two-authorizations": "sound: refused",
                "scheme-case": "sound: taken", "token-echo": "sound: no answer repeats it",
                "narrow-scope": "sound: 403 insufficient_scope, with the scope",
                "foreign-audience": "sound: refused: 401 invalid_token",
                "refresh-token-as-access": "sound: refused: 401 invalid_token",
                "id-token-as-access": "sound: refused: 401 invalid_token",
            ])
    }

    @Test func `of a resource whose tokens are opaque nothing is known about JWTs`() async throws {
        let findings = try await examine([], signsIn: true) { $0.opaqueAccessTokens = true }
        #expect(findings.lines["forged-unsigned"] == "unknown: refused; its right tokens are opaque")
        #expect(findings.lines["good-token-in-query"] == "sound: 401, as without a token")
    }

    @Test func `no token is sent that is not seen to be for another resource`() async throws {
        let opaque = try await examine([.foreignTokens], signsIn: true) { $0.opaqueAccessTokens = true }
        #expect(opaque.lines["foreign-audience"] == "unknown: not sent: it names no audience")
        let same = try await examine([.foreignTokens], signsIn: true, other: "")
        #expect(
            same.lines["foreign-audience"]?.hasPrefix("unknown: not sent: the provider issues it for http://127.0.0.1:")
                == true)
        let unknown = try await examine([.foreignTokens], signsIn: true, other: "/nowhere")
        #expect(unknown.lines["foreign-audience"]?.hasPrefix("unknown: no token for it was had: ") == true)
    }

    @Test func `what needs no token is not tried`() async throws {
        let findings = try await examine([], signsIn: false, path: "/public")
        #expect(findings.count == TokenCheck.all.count)
        #expect(findings.allSatisfy { $0.verdict == .unknown && $0.seen == "it needs no token for that" })
    }

    @Test func `a refusal that asks for a scope which the token has leads nowhere`() async throws {
        let findings = try await examine([], signsIn: true, over: IdleDemand())
        #expect(
            findings.lines["narrow-scope"]
                == "note: 403 insufficient_scope, which asks for openid: the token has that")
    }

    /// The network, but the API asks for a scope that every token has.
    private struct IdleDemand: HTTPTransport {
        private let inner = CurlTransport.patient()

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            var response = try await inner.send(request)
            guard response.status == 403, let challenge = response.headers["WWW-Authenticate"] else { return response }
            response.headers["WWW-Authenticate"] = challenge.replacing("admin", with: "openid")
            return response
        }
    }

    @Test func `an answer that is about what a connection had left is told from one to the token`() async throws {
        let findings = try await examine([.unsigned], signsIn: true, over: LeftOver())
        #expect(findings.lines["forged-unsigned"] == "fault: taken: it answers 200")
        #expect(findings.lines["forged-key"] == "sound: refused: 401 invalid_token")
        #expect(findings.lines["kept-connection"] == "fault: the next request is answered 501")
        #expect(findings.lines["refresh-token-as-access"] == "sound: refused: 401 invalid_token")
        let shown = findings.first { $0.check == "kept-connection" }?.attempts.map(\.status)
        #expect(shown?.count == 2 && shown?.first == 501)
    }

    @Test func `an answer of the moment says nothing of what a connection had left`() async throws {
        let findings = try await examine([.unsigned], signsIn: true, over: LeftOver(limited: true))
        #expect(findings.contains { $0.check == "forged-unsigned" } && findings.lines["kept-connection"] == nil)
    }

    /// The network, but at the API the request after a refusal is answered 501, and the connection then closed.
    private final class LeftOver: HTTPTransport {
        private let inner = CurlTransport.patient()
        private let isDirty = Mutex(false)
        private let hasDisturbed = Mutex(false)
        /// Whether a new connection is answered by a limit of the rate.
        private let isLimited: Bool

        init(limited: Bool = false) { isLimited = limited }

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            guard request.url.path == "/admin" else { return try await inner.send(request) }
            let (wasDirty, isAgain) = (isDirty.withLock { $0 }, hasDisturbed.withLock { $0 })
            let status: Int? = wasDirty ? 501 : isAgain && isLimited ? 429 : nil
            var response: HTTPResponse
            if let status {
                response = HTTPResponse(status: status, url: request.url)
            } else {
                response = try await inner.send(request)
            }
            isDirty.withLock { $0 = !wasDirty && response.status == 401 }
            hasDisturbed.withLock { $0 = wasDirty }
            response.connection = HTTPConnectionFacts(remoteAddress: nil, isReused: wasDirty, tls: nil)
            return response
        }
    }

    @Test func `a token that has ended since it was taken says nothing of how it was sent`() async throws {
        let findings = try await examine([.tokenInQuery], signsIn: true, over: ShortLife())
        let (lines, ended) = (findings.lines, "unknown: the token has ended meanwhile")
        for check in ["good-token-in-query", "two-authorizations", "scheme-case"] {
            #expect(lines[check] == ended, "\(check): \(lines[check] ?? "nothing")")
        }
        #expect(lines["forged-unsigned"] == "sound: refused: 401 invalid_token")
    }

    @Test func `where a right token is answered 404, that answer says nothing, and a 401 does`() async throws {
        let sound = try await examine([], signsIn: true, over: Nowhere()).lines
        #expect(sound["scheme-case"] == "unknown: a right token is answered so, too")
        #expect(sound["good-token-in-query"] == "sound: 401, as without a token")
        #expect(sound["two-authorizations"] == "sound: refused")
        let flawed = try await examine([.schemeCase], signsIn: true, over: Nowhere()).lines
        #expect(flawed["scheme-case"]?.hasPrefix("fault: ") == true, "\(flawed["scheme-case"] ?? "nothing")")
    }

    /// The network, but at the API there is nothing for a token that it takes.
    private struct Nowhere: HTTPTransport {
        private let inner = CurlTransport.patient()

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            let response = try await inner.send(request)
            guard request.url.path == "/admin", response.isSuccess else { return response }
            return HTTPResponse(status: 404, url: request.url)
        }
    }

    @Test func `forged tokens are shown nowhere`() async throws {
        let journal = EventJournal(clock: SystemClock())
        let transport = Ear(inner: CurlTransport.patient())
        let findings = try await examine(
            [.unsigned, .echo, .tokenInQuery], signsIn: false, over: transport, journal: journal)
        let sent = await transport.heard.tokens
        #expect(sent.count > 8)
        let shown = "\(findings) \(journal.kept)"
        for token in sent where token != Probe.madeUpToken {
            #expect(!shown.contains(token), "\(token)")
            // An unsigned one is whole without its last part.
            #expect(!shown.contains(token.split(separator: ".")[1]))
        }
    }

    @Test func `nothing is sent where the address leads elsewhere`() async throws {
        var provider = try ImaginaryProvider()
        provider.answers["/mcp"] = .answer(307, headers: ["Location": "https://other.example/mcp"])
        let wire = provider.wire
        let subject = ExaminedSubject.provider(
            issuer: ImaginaryProvider.issuer, resource: URL(given: ImaginaryProvider.url))
        let (_, tokens) = await Doctor(of: subject, transport: wire, clock: TestClock()).examineKeepingResource()
        let count = wire.scripted.requests.count
        let findings = await tokens?.examine() ?? []
        #expect(findings.count == TokenCheck.all.count && findings.allSatisfy { $0.verdict == .unknown })
        let later = wire.scripted.requests.dropFirst(count)
        #expect(later.allSatisfy { $0.headers["Authorization"] == nil }, "\(later.map(\.url))")
        #expect(wire.scripted.requests.allSatisfy { $0.url.host != "other.example" })
    }

    @Test func `a server of MCP is asked by initialize, and its page is not`() async throws {
        let wire = try ImaginaryProvider().wire
        guard let url = URL(given: ImaginaryProvider.url) else { return }
        let (_, tokens) = await Doctor(of: .url(url), transport: wire, clock: TestClock()).examineKeepingResource()
        let kept = await tokens?.examine().first { $0.check == "kept-connection" }
        #expect(kept?.verdict == .unknown && kept?.seen == "no connection was used again")
        let forged = wire.scripted.requests.filter { $0.headers["Authorization"]?.contains(".") == true }
        #expect(forged.count > 5)
        #expect(forged.allSatisfy { $0.method == "POST" && $0.bodyText.contains("\"method\":\"initialize\"") })
    }

    /// What the checks of tokens found; with a sign-in also what the resource makes of dead tokens.
    private func examine(
        _ flaws: Set<ResourceFlaw>, signsIn: Bool, path: String = "/admin", other: String = "/orders",
        over transport: (any HTTPTransport)? = nil, journal: EventJournal? = nil,
        _ configure: (inout DemoProvider.Configuration) -> Void = { _ in }
    ) async throws -> [Finding] {
        let clock = ImpatientClock()
        var configuration = DemoProvider.Configuration()
        configuration.clock = { clock.now }
        configure(&configuration)
        let provider = try await DemoProvider.start(configuration)
        await provider.spoilResource(by: flaws)
        let url = try #require(URL(given: provider.api + path))
        let (transport, journal) = (transport ?? CurlTransport.patient(), journal ?? EventJournal(clock: clock))
        let channel = Channel(
            transport: transport, clock: clock, randomness: SystemRandomness(),
            scope: EventScope(journal: journal, generation: 0))
        let doctor = Doctor(of: .provider(issuer: provider.issuer, resource: url), channel: channel)
        let (diagnosis, tokens) = await doctor.examineKeepingResource()
        var findings: [Finding] = []
        if signsIn {
            let client = ClientConfiguration(
                issuer: provider.issuer, clientID: provider.clientID, scope: ["openid", "offline_access", "admin"])
            let examination = BehaviourExamination(
                of: client, over: transport, clock: clock, journal: journal, resource: diagnosis.question,
                tokens: tokens, otherResource: URL(given: provider.api + other)
            ) { PasswordFlow(username: "alice", password: Secret("wonderland")) }
            let names = Set(TokenCheck.all.map(\.name) + Experiment.misuse.map(\.name))
            findings = await examination.examine(mayTry: { _ in true }).findings.filter { names.contains($0.check) }
            #expect(await provider.snapshot().sessions.isEmpty)
        } else {
            findings = await tokens?.examine() ?? []
        }
        await provider.stop()
        return findings
    }

    /// The network, which keeps what tokens were sent where.
    private struct Ear: HTTPTransport {
        let inner: any HTTPTransport
        let heard = Heard()

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            let query = FormParameters(decoding: request.url.query(percentEncoded: true) ?? "")
            let fields = request.headers.values(of: "Authorization").map { String($0.drop { $0 != " " }.dropFirst()) }
            for token in fields + [query["access_token"]].compactMap(\.self) {
                await heard.add(token, to: request.url.host ?? "")
            }
            return try await inner.send(request)
        }
    }

    /// The network, behind which an access token is good once at the resource.
    private final class ShortLife: HTTPTransport {
        private let inner = CurlTransport.patient()
        private let used = Mutex<Set<String>>([])

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            guard request.url.path == "/admin" else { return try await inner.send(request) }
            var sent = request
            for token in used.withLock(\.self) {
                sent.headers = HTTPHeaders(
                    sent.headers.map {
                        .init(name: $0.name, value: $0.value.replacing(token, with: Probe.madeUpToken))
                    })
                let url = sent.url.absoluteString.replacing(token, with: Probe.madeUpToken)
                sent.url = try #require(URL(string: url))
            }
            let response = try await inner.send(sent)
            if response.isSuccess, let token = sent.headers["Authorization"]?.split(separator: " ").last {
                used.withLock { _ = $0.insert(String(token)) }
            }
            return response
        }
    }

    private actor Heard {
        private(set) var tokens: Set<String> = []
        private(set) var hostsOfTokens: Set<String> = []

        func add(_ token: String, to host: String) {
            tokens.insert(token)
            hostsOfTokens.insert(host)
        }
    }
}

extension [Finding] {
    /// What was seen by check, with the verdict first.
    fileprivate var lines: [String: String] {
        Dictionary(uniqueKeysWithValues: map { ($0.check, "\($0.verdict.rawValue): \($0.seen)") })
    }
}
