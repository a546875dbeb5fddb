import ClientObservation
import CurlTransport
import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import Synchronization
import TestSupport
import Testing

extension RealProviders {
    /// Clients that keep the rules, from their sign-in to its end: nothing that they do is an error.
    @Suite struct RealClientsKeepingRules {
        /// What a client's script is told, beside the provider and the API.
        private struct Registration {
            var issuer: String
            var api: String
            var clientID = "console"
            var secret = ""
            var scope = "openid profile"
            var variables: [String: String] = [:]
        }

        @Test(arguments: WatchedLife.all.filter { $0.client != .mcp })
        func `a right client's whole life under a watch has no finding of weight error`(life: WatchedLife) async throws
        {
            guard life.place == .demo else { return try await watch(life, try registration(of: life)) }
            let demo = try await DemoProvider.start(Self.demo)
            try await watch(life, registration(of: life.client, at: demo))
            await demo.stop()
        }

        @Test func `the mcp package's client has none where it can be`() async throws {
            let lives = WatchedLife.all.filter { $0.client == .mcp }
            let demo = try await DemoProvider.start(Self.demo)
            try await LentScript.run("Resources/start") { json in
                for life in lives {
                    // The resource behind canaille.
                    let name = life.place == .notes ? "canaille" : life.place.rawValue
                    let registration =
                        life.place == .demo
                        ? self.registration(of: .mcp, at: demo)
                        : Registration(
                            issuer: try #require(json[name]?["issuer"]?.string),
                            api: try #require(json[name]?["resource"]?.string), variables: ["PAUSE": "1.1"])
                    try await watch(life, registration)
                }
            }
            await demo.stop()
        }

        @Test func `each client is at four places, or it is known why not`() {
            for client in RightClient.allCases {
                let places = WatchedLife.all.filter { $0.client == client }.map(\.place)
                let others = WatchedLife.impossible.filter { $0.client == client }.map(\.place)
                #expect(places.count + others.count >= 4 && Set(places).isDisjoint(with: others), "\(client)")
            }
        }

        // MARK: - A life

        private static var demo: DemoProvider.Configuration {
            var configuration = DemoProvider.Configuration()
            configuration.accessTokenLifetime = .seconds(300)
            return configuration
        }

        private func registration(of client: RightClient, at demo: DemoProvider) -> Registration {
            var registration = Registration(
                issuer: demo.issuer, api: demo.api + "/orders", clientID: demo.clientID,
                scope: "openid profile offline_access",
                variables: [
                    "EXPIRE": demo.control + "/revoke-access-tokens", "STEP_UP": demo.api + "/step-up",
                    "LIFETIME": "300",
                ])
            // It registers itself.
            if client == .oidcAgent { registration.clientID = "" }
            if client == .modAuthOpenIDC {
                (registration.clientID, registration.secret) = (demo.confidentialClientID, demo.clientSecret)
            }
            return registration
        }

        private func registration(of life: WatchedLife) throws -> Registration {
            let place = try ProviderFleet.current.place(of: try #require(life.place.provider))
            var registration = Registration(issuer: place.issuer, api: place.api + "/orders")
            switch life.place {
            case .canaille:
                registration.secret = "console-secret"
                // Its tokens of one second are the same.
                registration.variables = ["PAUSE": "1.1", "LIFETIME": "3600"]
            case .oidcProviderMock:
                registration.secret = "any"
                registration.variables = ["LIFETIME": "3600"]
            default: registration.variables = ["LIFETIME": "600"]
            }
            let isDjango = life.place == .djangoRotating || life.place == .djangoSteady
            switch life.client {
            case .oidcAgent where isDjango: (registration.clientID, registration.secret) = ("agent", "console-secret")
            case .modAuthOpenIDC where isDjango:
                (registration.clientID, registration.secret) = (
                    "console-confidential", "a secret: of + & = % and more"
                )
            case .sessionConsole:
                registration.issuer = place.issuer.replacing("//localhost", with: "//id.localhost")
                registration.api = registration.issuer + "/userinfo/"
            default: break
            }
            return registration
        }

        /// Runs the client under a watch that expects what is counted of it.
        private func watch(_ life: WatchedLife, _ registration: Registration) async throws {
            let program = try ProgramUnderTest()
            defer { program.remove() }
            let result = try await watch(life, registration, ["--headless"], program)
            #expect(result.status == 0, "\(life.testDescription): \(result.text)\(result.errorText)")
        }

        private func watch(
            _ life: WatchedLife, _ registration: Registration, _ options: [String], through wrapper: [String] = [],
            _ program: ProgramUnderTest
        ) async throws -> Subprocess.Result {
            let clients = try ClientSet.current
            var program = program
            program.environment.merge(registration.variables) { _, new in new }
            program.environment.merge([
                "PYTHON": clients.python, "PYTHONDONTWRITEBYTECODE": "1", "DEBIAN": clients.debian,
                "PROGRAM": ProgramUnderTest.path, "MITMDUMP": clients.mitmdump,
            ]) { _, new in new }
            let authority = try ProviderFleet.current.certificateAuthorityFile
            let api = try #require(URL(string: registration.api).flatMap { Origin($0) })
            var redirectURI = try ProviderFleet.current.redirectURI
            if life.client == .oidcAgent, let port = URL(string: redirectURI)?.port {
                redirectURI = "http://localhost:\(port)"
            }
            let arguments =
                ["watch"] + options
                + ["--issuer", registration.issuer, "--api", "\(api)", "--host", "id.localhost"]
                + ["--ca-file", authority, "--expect", life.counts, "--expect", life.errors]
                + ["--fail-on", "never", "--"] + wrapper
                + (life.client.isPython ? [clients.python] : []) + [life.client.script]
                + (life.client == .mcp
                    ? [registration.api]
                    : [
                        registration.issuer, registration.api, registration.clientID, registration.secret, redirectURI,
                        registration.scope,
                    ])
            let environment = program.environment
            return try await blocking {
                try Subprocess(ProgramUnderTest.path, arguments, environment: environment)
                    .finish(within: .seconds(60))
            }
        }

        // MARK: - Another proxy

        @Test(arguments: [RightClient.authlib, .requestsOAuth2Client, .curl])
        func `mitmproxy counts the same messages of the same run`(client: RightClient) async throws {
            let life = try #require(WatchedLife.all.first { $0.client == client && $0.place == .demo })
            let demo = try await DemoProvider.start(Self.demo)
            let program = try ProgramUnderTest()
            defer { program.remove() }
            let archive = program.home + "/mitmproxy.har"
            let live = try await watch(
                life, registration(of: client, at: demo), ["--format", "json"],
                through: [ClientSet.path(of: "through_mitmdump"), archive], program)
            await demo.stop()
            #expect(live.status == 0, "\(live.errorText)")
            let read = try await program.run("watch", "--from", archive, "--format", "json")
            let (seen, archived) = (try JSONValue(parsing: live.output), try JSONValue(parsing: read.output))
            #expect((seen["messages"]?.double ?? 0) > 10 && seen["messages"] == archived["messages"])
            for member in ["client", "subject", "state", "access_token"] {
                let sessions = [seen, archived].map { ($0["sessions"]?.array ?? []).map { $0[member] } }
                #expect(sessions[0] == sessions[1], "\(member)")
            }
            let lineages = [seen, archived].map { watched in
                (watched["sessions"]?.array ?? []).map { ($0["refresh_tokens"]?.array ?? []).map { $0["token"] } }
            }
            #expect(lineages[0] == lineages[1])
        }

        // MARK: - The library

        @Test(arguments: KnownProvider.allCases)
        func `SessionCore at each provider has no finding about the client`(provider: KnownProvider) async throws {
            let eyes = Eyes()
            let visit = try await Visit(provider, through: { SeenTransport(base: $0, eyes: eyes) })
            try await visit.signIn()
            for _ in 0..<2 {
                #expect(try await visit.callAPI().response.status == 200)
                try await visit.awaitNewToken()
                _ = try await visit.session.refresh()
            }
            #expect(try await visit.callAPI().response.status == 200)
            try await visit.session.signOut()
            let observer = eyes.closed()
            #expect(observer.findings.filter { $0.weight != .note }.map(\.rule) == [])
            #expect(observer.number(of: .refreshes) == 2 && observer.number(of: .calls) >= 3)
        }
    }
}

/// The eyes of a watch.
private final class Eyes: Sendable {
    private let observer = Mutex(Observer())
    private let count = Atomic(0)

    func begin(_ request: HTTPRequest) -> Int {
        var observed = ObservedRequest(
            method: request.method, url: request.url, headers: request.headers, begin: Date())
        if case .bytes(let bytes) = request.body { observed.body = bytes }
        let id = count.add(1, ordering: .relaxed).newValue
        observer.withLock { [observed] in _ = $0.take(.began(id, observed)) }
        return id
    }

    func end(_ id: Int, _ outcome: ObservedOutcome) {
        observer.withLock { _ = $0.take(.ended(id, outcome, at: Date())) }
    }

    func closed() -> Observer {
        observer.withLock { observer in
            observer.close()
            return observer
        }
    }
}

/// A transport that shows what it sends.
private struct SeenTransport: HTTPTransport {
    let base: CurlTransport
    let eyes: Eyes

    nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let id = eyes.begin(request)
        do {
            let response = try await base.send(request)
            eyes.end(
                id,
                .answered(ObservedAnswer(status: response.status, headers: response.headers, body: response.body)))
            return response
        } catch {
            eyes.end(id, .failed)
            throw error
        }
    }
}
