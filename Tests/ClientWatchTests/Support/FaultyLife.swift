import ClientObservation
import ClientWatch
import CurlTransport
import DemoProvider
import FaultInjection
import FoundationEssentials
import Interception
import JOSE
import SessionCore
import SessionHTTP
import TestSupport
import Testing

/// A client at the demo's provider, all of whose messages pass a watch that injects faults.
struct FaultyLife: Sendable {
    let demo: DemoProvider
    let transport: RelayedTransport
    var browser: Browser { Browser(transport) }

    /// What the watch says of one fault at the end of a client's life.
    static func verdict(
        on name: String, at number: Int = 1, of client: (FaultyLife) async throws -> Void
    ) async throws -> FaultVerdict? {
        try await record(of: [(name, number)], client).observer.strikes.first?.verdict
    }

    static func record(
        of faults: [(name: String, number: Int)], _ client: (FaultyLife) async throws -> Void
    ) async throws -> WatchRecord {
        let demo = try await DemoProvider.start()
        let list = Notes<WatchNews>()
        let switches = ClientFaultSwitches { injection in
            let fault = InjectedFault(
                name: injection.name, step: .struck, exchange: injection.exchange, text: injection.description)
            list.add(.injected(fault, at: Date()))
        }
        for (name, number) in faults { switches.arm(PlannedFault(try #require(ClientFault.named(name)), at: number)) }
        let folder = TemporaryFolder()
        let watch = try ClientWatch(
            of: WatchList(["127.0.0.1"]), base: ["TMPDIR": folder.path], connecting: .patient, faults: switches,
            deliver: { list.add($0) })
        let life = FaultyLife(demo: demo, transport: RelayedTransport(port: watch.port))
        do { try await client(life) } catch { Issue.record(error) }
        await watch.stop()
        await demo.stop()
        var record = WatchRecord()
        for news in list.all {
            switch news {
            case .message(let step): record.take(step)
            case .injected(let fault, _): record.take(fault)
            case .notice: break
            }
        }
        record.close()
        return record
    }

    // MARK: - A right client

    func session() async throws -> Session {
        let api = try #require(URL(string: demo.api))
        let session = Session(
            client: ClientConfiguration(
                issuer: demo.issuer, clientID: demo.clientID, scope: ["openid", "orders", "offline_access"],
                apis: [api]),
            transport: transport, store: MemoryStore())
        try await session.configure()
        return session
    }

    func signIn(_ session: Session) async throws {
        let pasted = PastedRedirect(redirectURI: try #require(URL(string: "http://127.0.0.1/callback")))
        try await session.signIn(
            AuthorizationCodeFlow(receivers: [pasted]) { url in
                do {
                    _ = pasted.paste(try await browser.signIn(at: url).absoluteString)
                } catch {
                    Issue.record(error)
                }
            })
    }

    func call(_ session: Session) async throws {
        _ = try await session.send(HTTPRequest(url: try #require(URL(string: "\(demo.api)/orders"))))
    }

    // MARK: - A client that checks nothing

    /// Signs in, with the provider's metadata and keys, and returns the members of the answer.
    func signInUnchecked() async throws -> [String: String] {
        _ = try await get("\(demo.issuer)/.well-known/openid-configuration")
        _ = try await get("\(demo.issuer)/jwks")
        let verifier = String(repeating: "v", count: 43)
        let challenge = Base64URL.encode(Digest.sha256.hash(Array(verifier.utf8)))
        let query: FormParameters = [
            "response_type": "code", "client_id": demo.clientID, "redirect_uri": "http://127.0.0.1/callback",
            "scope": "openid orders offline_access", "state": "some-state", "nonce": "some-nonce",
            "code_challenge": challenge, "code_challenge_method": "S256",
        ]
        let page = try #require(URL(string: "\(demo.issuer)/authorize?\(query.query)"))
        let redirect = try await browser.signIn(at: page)
        let code = FormParameters(decoding: redirect.query(percentEncoded: true) ?? "")["code"]
        return try await token([
            "grant_type": "authorization_code", "code": try #require(code), "client_id": demo.clientID,
            "redirect_uri": "http://127.0.0.1/callback", "code_verifier": verifier,
        ])
    }

    func token(_ form: FormParameters) async throws -> [String: String] {
        let answer = try await transport.send(
            HTTPRequest(
                method: "POST", url: try #require(URL(string: "\(demo.issuer)/token")),
                headers: ["Content-Type": "application/x-www-form-urlencoded"], body: .text(form.encoded)))
        struct Tokens: Decodable { var access_token, refresh_token: String? }
        let tokens = try? JSONDecoder().decode(Tokens.self, from: Data(answer.body))
        return ["access": tokens?.access_token, "refresh": tokens?.refresh_token].compactMapValues(\.self)
    }

    @discardableResult
    func get(_ url: String, token: String? = nil) async throws -> Int {
        var headers: HTTPHeaders = [:]
        headers["Authorization"] = token.map { "Bearer \($0)" }
        return try await transport.send(HTTPRequest(url: try #require(URL(string: url)), headers: headers)).status
    }
}

/// Sends each request through a proxy, loopback's too, and follows nothing.
struct RelayedTransport: HTTPTransport {
    let port: UInt16

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = if case .bytes(let bytes) = request.body { bytes } else { [UInt8]() }
        let host = Origin(request.url)?.authority ?? ""
        var head = "\(request.method) \(request.url.absoluteString) HTTP/1.1\r\nHost: \(host)\r\n"
        for field in request.headers.fields { head += "\(field.name): \(field.value)\r\n" }
        head += "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        let text = head + String(decoding: body, as: UTF8.self)
        let answer = try await blocking { [port] in
            let client = try RawConnection(port: port)
            client.write(text)
            return client.readToEnd()
        }
        guard let end = answer.firstRange(of: "\r\n\r\n"),
            let status = answer.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { throw TransportError.brokenOff("no answer") }
        var headers = HTTPHeaders()
        for line in answer[..<end.lowerBound].split(separator: "\r\n").dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { headers.add(String(parts[0]), String(parts[1].drop { $0 == " " })) }
        }
        return HTTPResponse(
            status: status, headers: headers, body: Array(answer[end.upperBound...].utf8), url: request.url)
    }
}
