import FoundationEssentials
import JOSE
import TestSupport
import Testing

@testable import SessionCore

/// What a proof says, and what is learned from answers, without a provider (RFC 9449).
@Suite(.timeLimit(.minutes(5)))
struct ProofIssuerTests {
    private let issuer: ProofIssuer
    private let now = Date.sample()

    init() throws {
        issuer = try ProofIssuer(ProofKey(pem: Secret(TestKey.p256.pem)))
    }

    private func proof(for address: String = "https://api.example/orders") async throws -> ReceivedProof {
        var request = HTTPRequest(url: try #require(URL(string: address)))
        request.headers["DPoP"] = try await issuer.proof(for: request, token: Secret("A1"), id: "7", now: now)
        return try ReceivedProof(in: request)
    }

    private func learn(
        _ headers: HTTPHeaders, status: Int = 200, error: String? = nil, from address: String = "https://api.example/"
    ) throws -> Bool {
        var headers = headers
        if let error { headers["WWW-Authenticate"] = "DPoP error=\"\(error)\"" }
        let url = try #require(URL(string: address))
        return issuer.learn(from: HTTPResponse(status: status, headers: headers, url: url), now: now)
    }

    @Test(arguments: [
        ("https://api.example", "https://api.example/"), ("https://api.example/", "https://api.example/"),
        ("https://api.example:8443/a%20b/c?x=1#y", "https://api.example:8443/a%20b/c"),
        ("https://api.example/orders?", "https://api.example/orders"),
    ])
    func `a proof names the URL without query and fragment, and with a path`(
        address: String, target: String
    ) async throws {
        #expect(try await proof(for: address).target == target)
    }

    @Test func `invariant 40e: a nonce is kept until another comes, by origin`() async throws {
        #expect(try await proof().nonce == nil)
        _ = try learn(["DPoP-Nonce": "n1"])
        #expect(try await proof().nonce == "n1")
        // An answer that tells the time alone takes no nonce away.
        _ = try learn(["Date": "Thu, 01 Jan 2026 00:00:00 GMT"])
        #expect(try await proof().nonce == "n1")
        #expect(try await proof(for: "https://api.example:444/orders").nonce == nil)
        _ = try learn(["DPoP-Nonce": "n2"])
        #expect(try await proof().nonce == "n2")
    }

    @Test func `invariant 40e: a request is worth repeating only if its answer brought the nonce it asks for`() throws {
        #expect(try learn(["DPoP-Nonce": "n1"], status: 401, error: "use_dpop_nonce"))
        #expect(try !learn(["Date": "Thu, 01 Jan 2026 00:00:00 GMT"], status: 401, error: "use_dpop_nonce"))
        #expect(try !learn([:], status: 401, error: "use_dpop_nonce"))
        #expect(try !learn(["DPoP-Nonce": "n2"], status: 200, error: "use_dpop_nonce"))
        #expect(try !learn(["DPoP-Nonce": "n3"], status: 401, error: "invalid_token"))
    }

    @Test(arguments: [
        ("00:00:05", 0, false), ("00:00:06", 6, true), ("00:02:00", 120, true),
    ])
    func `a server's clock is followed where it is off by more than the way to it takes`(
        time: String, offset: Int, isNews: Bool
    ) async throws {
        let date = "Thu, 01 Jan 2026 \(time) GMT"
        #expect(try learn(["Date": date], status: 401, error: "invalid_dpop_proof") == isNews)
        #expect(try await proof().jwt.claims.issuedAt == now.addingTimeInterval(Double(offset)))
        // Told again it is no news.
        #expect(try !learn(["Date": date], status: 401, error: "invalid_dpop_proof"))
    }
}
