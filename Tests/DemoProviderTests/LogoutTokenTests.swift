import DemoProvider
import FoundationEssentials
import JOSE
import Synchronization
import TestSupport
import Testing

/// The provider's back-channel logout (OpenID Connect Back-Channel Logout 1.0).
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct LogoutTokenTests {
    /// What the provider posted.
    private final class Mailbox: Sendable {
        private let deliveries = Mutex<[(url: String, form: String)]>([])

        var count: Int { deliveries.withLock(\.count) }
        var first: (url: String, form: String)? { deliveries.withLock(\.first) }

        func configure(_ configuration: inout DemoProvider.Configuration) {
            configuration.logoutURI = "http://127.0.0.1:9/backchannel-logout"
            configuration.deliver = { url, form in self.deliveries.withLock { $0.append((url, form)) } }
        }
    }

    @Test func `a revoked session is announced to its client by a logout token`() async throws {
        let mailbox = Mailbox()
        try await withProvider(mailbox.configure) { visitor in
            let tokens = try await visitor.signIn()
            let idToken = try JWT.parse(try #require(tokens.id)).claims
            #expect(try await visitor.switchOn("revoke-session", #"{"username":"alice"}"#).status == 200)
            try await until { mailbox.count == 1 }
            let (url, form) = try #require(mailbox.first)
            #expect(url == "http://127.0.0.1:9/backchannel-logout")
            let token = try #require(form.split(separator: "logout_token=").first)
            let jwt = try JWT.parse(String(token))
            #expect(jwt.jws.type == "logout+jwt")
            #expect(jwt.claims.issuer == visitor.provider.issuer && jwt.claims.audience == [visitor.provider.clientID])
            #expect(jwt.claims.subject == idToken.subject && jwt.claims.object["sid"] == idToken.object["sid"])
            #expect(jwt.claims.jwtID?.isEmpty == false && jwt.claims.nonce == nil)
            #expect(
                jwt.claims.object["events"]?.object?.names == ["http://schemas.openid.net/event/backchannel-logout"])
            let (issued, end) = (try #require(jwt.claims.issuedAt), try #require(jwt.claims.expirationTime))
            #expect(end.timeIntervalSince(issued) == 120)
            let keys = try JWKSet(json: try await visitor.get(visitor.url(.jwks)).json)
            try jwt.jws.verify(with: try #require(keys.candidates(for: jwt.jws).first), allowed: [.es256])
        }
    }

    @Test func `a client that ends its own session is not told`() async throws {
        let mailbox = Mailbox()
        try await withProvider(mailbox.configure) { visitor in
            let tokens = try await visitor.signIn()
            let refresh = tokens.refresh
            #expect(
                try await visitor.post(
                    .revocation, ["token": refresh, "client_id": visitor.provider.clientID]
                ).status == 200)
            #expect(try await visitor.switchOn("revoke-session", #"{"username":"alice"}"#).status == 200)
            #expect(mailbox.count == 0)
        }
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080/logout", 201), ("https://rp.example/logout", 400), ("http://rp.example/logout", 400),
        ("file:///etc/passwd", 400), ("com.example:/x", 400),
    ])
    func `a client registers an address on this machine only`(uri: String, status: Int) async throws {
        try await withProvider { visitor in
            let answer = try await visitor.register(["backchannel_logout_uri": .string(uri)])
            #expect(answer.status == status)
            if status == 201 { #expect(try answer.json["backchannel_logout_uri"]?.string == uri) }
        }
    }
}
