import FoundationEssentials
import HTTPServer
import SessionCore
import TestSupport
import Testing

@testable import DemoProvider

/// What foreign web pages and impatient clients send to the provider.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct IntrusionTests {
    @Test(arguments: ["evil.example", "evil.example:PORT", "127.0.0.1:1", "127.0.0.1.evil.example:PORT", "localhost"])
    func `load 3: a request that names another host is refused, as DNS rebinding sends it`(host: String) async throws {
        let provider = try await DemoProvider.start()
        let port = String(provider.issuer.split(separator: ":").last ?? "")
        let visitor = Visitor(provider)
        let headers: HTTPHeaders = ["Host": host.replacing("PORT", with: port)]
        for url in [visitor.url(.discovery), "\(provider.control)/statistics"] {
            #expect(try await visitor.send("GET", url, headers: headers).status == 421)
        }
        let apiHeaders: HTTPHeaders = [
            "Host": host.replacing("PORT", with: String(provider.api.split(separator: ":").last ?? ""))
        ]
        #expect(try await visitor.send("GET", "\(provider.api)/public", headers: apiHeaders).status == 421)
        await provider.stop()
    }

    @Test(arguments: ["localhost", "127.0.0.1", "[::1]"])
    func `load 3: its own names are accepted`(name: String) async throws {
        let provider = try await DemoProvider.start()
        let port = String(provider.issuer.split(separator: ":").last ?? "")
        let visitor = Visitor(provider)
        #expect(
            try await visitor.send("GET", visitor.url(.discovery), headers: ["Host": "\(name):\(port)"]).status == 200)
        await provider.stop()
    }

    @Test func `load 3: the control URL refuses what a page of another origin sends`() async throws {
        let provider = try await DemoProvider.start()
        let visitor = Visitor(provider)
        for foreign: HTTPHeaders in [
            ["Origin": "https://evil.example"], ["Origin": "null"], ["Origin": provider.api],
            ["Sec-Fetch-Site": "cross-site"],
        ] {
            let answer = try await visitor.send("POST", "\(provider.control)/rotate-keys", headers: foreign)
            #expect(answer.status == 403)
        }
        for own: HTTPHeaders in [[:], ["Origin": provider.issuer], ["Sec-Fetch-Site": "same-origin"]] {
            #expect(try await visitor.send("POST", "\(provider.control)/rotate-keys", headers: own).status == 200)
        }
        await provider.stop()
    }

    @Test func `load 3: sign-ins that nobody finishes take bounded memory, and the latest can be finished`() throws {
        let now = Date(timeIntervalSince1970: 0)
        var unfinished = Unfinished<Int>()
        for number in 0..<5_000 { unfinished.add("\(number)", number, expiresAt: now + Double(number)) }
        #expect(unfinished.count <= Unfinished<Int>.limit)
        #expect(unfinished["4999"] == 4_999 && unfinished["0"] == nil)
    }

    @Test func `load 3: interactions, codes, device codes and pushed requests are bounded`() async throws {
        let provider = try await DemoProvider.start()
        try await provider.flood(2_500)
        #expect(await provider.unfinishedCounts.allSatisfy { (1...1_000).contains($0) })
        await provider.stop()
    }
}

extension DemoProvider {
    fileprivate var unfinishedCounts: [Int] {
        [signIns.interactions.count, signIns.codes.count, signIns.devices.count, signIns.pushedRequests.count]
    }

    fileprivate func flood(_ count: Int) throws {
        let query = FormItems(
            decoding: "response_type=code&code_challenge_method=S256&code_challenge="
                + "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        let uri = "http://127.0.0.1/callback"
        let audience = TokenAudience([api])
        let request = try AuthorizationRequest(
            query, client: clients.public, redirectURI: uri, audience: audience, needsChallenge: true)
        let session = ProviderSession(
            id: "s", user: configuration.users[0], clientID: clientID, audience: audience, authenticatedAt: clock.now,
            contextClass: nil, nonce: nil)
        for number in 0..<count {
            signIns.interactions.add("\(number)", request, at: clock.now)
            signIns.pushedRequests.add("\(number)", query, clientID: clientID, at: clock.now)
            signIns.codes.add(
                "\(number)",
                AuthorizationCodes.Entry(
                    session: session, scope: Scope(requested: nil), redirectURI: uri, codeChallenge: nil, proofKey: nil,
                    expiresAt: clock.now))
            signIns.devices.add(
                "\(number)",
                DeviceAuthorizations.Entry(
                    userCode: try UserCode.random(), clientID: clientID, scope: Scope(requested: nil),
                    audience: audience, expiresAt: clock.now, interval: 5))
        }
    }
}
