import Addresses
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@testable import Doctor

/// Which tokens are for another resource, and which refusals say so.
@Suite(.timeLimit(.minutes(5)))
struct ForeignTokenTests {
    private static func url(_ text: String) throws -> URL { try #require(URL(given: text)) }

    @Test(
        arguments: [
            ("https://api.example/orders", "https://api.example/orders", true),
            ("https://api.example/orders/", "https://api.example:443/orders", true),
            ("https://api.example", "https://api.example/orders", true),
            ("https://api.example/orders", "https://api.example/orders/1", true),
            ("https://api.example/orders", "https://api.example/ordersX", false),
            ("https://api.example/orders/1", "https://api.example/orders", false),
            ("http://api.example/orders", "https://api.example/orders", false),
            ("https://api.example/orders?of=a", "https://api.example/orders?of=b", false),
            ("https://api.example/orders?of=a", "https://api.example/orders?of=a", true),
        ])
    func `a resource is covered by its address and those above it`(one: String, other: String, covers: Bool) throws {
        #expect(try Self.url(one).covers(Self.url(other)) == covers)
    }

    @Test func `what a provider adds to each token does not make it one for the resource`() throws {
        let provider = ["https://as.example/", "app", "https://as.example/userinfo"]
        let examined = ExaminedAudience(
            url: try Self.url("https://api.example/orders"), names: ["orders-api", "https://as.example/userinfo"],
            ofProvider: provider)
        for name in ["orders-api", "https://api.example/orders", "https://api.example/orders/", "https://api.example"] {
            #expect(examined.isMeant(by: name), "\(name)")
        }
        for name in provider + ["other-api", "https://api.example/bills", "https://api.example/orders/1"] {
            #expect(!examined.isMeant(by: name), "\(name)")
        }
        let plain = ExaminedAudience(
            url: try Self.url("https://api.example/orders"), names: ["app"], ofProvider: provider)
        #expect(plain.isMeant(by: "app") && !plain.isMeant(by: "https://as.example/userinfo"))
    }

    @Test(
        arguments: [
            (401, nil, ["a"], ["a", "b"], true), (401, "invalid_token", nil, nil, true),
            (403, "invalid_token", nil, nil, true), (403, nil, ["a"], ["a", "b"], false),
            (403, nil, ["a", "b"], ["a", "b"], true), (403, nil, nil, ["a"], false),
            (403, "access_denied", ["a"], ["b"], false), (403, "insufficient_scope", ["a"], ["a"], false),
            (401, "insufficient_scope", ["a"], ["a"], false),
        ] as [(Int, String?, [String]?, [String]?, Bool)])
    func `a refusal that may be for the scope says nothing of the audience`(
        status: Int, error: String?, scope: [String]?, right: [String]?, isRefusal: Bool
    ) throws {
        var answer = HTTPResponse(status: status, url: try Self.url("https://api.example/orders"))
        answer.headers["WWW-Authenticate"] = error.map { "Bearer error=\"\($0)\"" }
        #expect(answer.isRefusal(ofTokenWith: scope, inPlaceOf: right) == isRefusal)
    }

    @Test func `tokens of one sign-in are one session, and what is refused as dead is none`() async throws {
        let scripted = ScriptedTransport()
        let url = try Self.url("https://as.example/token")
        let grants = OwnGrants(scripted, clock: TestClock())
        func ask(_ form: String, _ answer: ScriptedAnswer) async throws {
            scripted.always("/token", answer)
            _ = try await grants.send(HTTPRequest(method: "POST", url: url, body: .bytes(Array(form.utf8))))
        }
        func tokens(_ refresh: String) -> ScriptedAnswer {
            .json("{\"access_token\":\"x\",\"refresh_token\":\"\(refresh)\"}")
        }
        var held: [OwnGrants.Held] { grants.held.filter { $0.kind == .refresh } }
        try await ask("grant_type=authorization_code&code=1", tokens("a"))
        try await ask("grant_type=refresh_token&refresh_token=a", tokens("b"))
        #expect(held.map { $0.token.reveal() } == ["b"])
        try await ask("grant_type=refresh_token&refresh_token=a", tokens("c"))
        #expect(held.map { $0.token.reveal() } == ["b", "a", "c"])
        #expect(held.map(\.session) == [1, 1, 1])
        try await ask("grant_type=authorization_code&code=2", tokens("d"))
        #expect(held.map(\.session) == [1, 1, 1, 2])
        let refused = ScriptedAnswer.refusal("invalid_grant")
        try await ask("grant_type=refresh_token&refresh_token=d&scope=x", refused)
        #expect(held.allSatisfy { !$0.isRefused })
        try await ask("grant_type=refresh_token&refresh_token=d", refused)
        #expect(held.map(\.isRefused) == [false, false, false, true])
        try await ask("grant_type=refresh_token&refresh_token=d", .json("{\"access_token\":\"y\"}"))
        #expect(held.allSatisfy { !$0.isRefused })
    }
}
