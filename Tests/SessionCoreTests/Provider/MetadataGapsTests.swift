import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct MetadataGapsTests {
    private static let otherPath = "/.well-known/oauth-authorization-server"
    private static let wanted: [ProviderEndpoint] = [
        .revocation, .introspection, .deviceAuthorization, .pushedAuthorization,
    ]

    /// A provider whose OpenID document lacks what OpenID does not know.
    private func provider() throws -> ImaginaryProvider {
        try ImaginaryProvider(metadata: { document in
            for endpoint in Self.wanted { document[endpoint.rawValue] = nil }
        })
    }

    private func document(_ change: (inout JSONObject) -> Void = { _ in }) -> ScriptedTransport.Answer {
        var document = ImaginaryProvider.metadata
        document["token_endpoint"] = "https://provider.example/another-token"
        change(&document)
        return ScriptedTransport.json(document.serialized())
    }

    @Test(arguments: wanted)
    func `provider 3: an endpoint that one document lacks is taken from the other, asked for once`(
        endpoint: ProviderEndpoint
    ) async throws {
        let scripted = try provider()
        scripted.transport.always(Self.otherPath, document())
        _ = try await scripted.provider.metadata()
        #expect(try await scripted.provider.url(of: .token).path == "/token")
        #expect(scripted.transport.requests(to: Self.otherPath).isEmpty, "nothing was missing yet")
        let path = try #require(URL(string: ImaginaryProvider.metadata[endpoint.rawValue]?.string ?? "")).path
        for _ in 0..<2 { #expect(try await scripted.provider.url(of: endpoint).path == path) }
        #expect(scripted.transport.requests(to: Self.otherPath).count == 1)
        #expect(try await scripted.provider.url(of: .token).path == "/token", "what was there stays")
    }

    @Test func `provider 3: what the other place lacks as well is asked for once`() async throws {
        let scripted = try provider()
        scripted.transport.always(Self.otherPath, document { $0["revocation_endpoint"] = nil })
        for _ in 0..<3 {
            #expect(
                await failure { try await scripted.provider.url(of: .revocation) }
                    == .unsupported("a revocation endpoint"))
        }
        #expect(scripted.transport.requests(to: Self.otherPath).count == 1)
    }

    @Test func `provider 3: a document of another issuer fills no gap`() async throws {
        let scripted = try provider()
        scripted.transport.always(Self.otherPath, document { $0["issuer"] = "https://evil.example" })
        for _ in 0..<2 {
            #expect(
                await failure { try await scripted.provider.url(of: .introspection) }
                    == .unsupported("an introspection endpoint"))
        }
        #expect(scripted.transport.requests(to: Self.otherPath).count == 1)
    }

    @Test func `provider 3: a failure that may pass is harmless, and tried again a minute later`() async throws {
        let scripted = try provider()
        scripted.transport.once(Self.otherPath, ScriptedTransport.answer(503))
        for _ in 0..<3 {
            #expect(
                await failure { try await scripted.provider.url(of: .revocation) }
                    == .unsupported("a revocation endpoint"))
        }
        #expect(scripted.transport.requests(to: Self.otherPath).count == 1)
        scripted.transport.always(Self.otherPath, document())
        scripted.clock.advance(by: .seconds(60))
        #expect(try await scripted.provider.url(of: .revocation).path == "/revoke")
    }

    @Test func `provider 3: an issuer with a path is asked at the places of RFC 8414 too`() async throws {
        let issuer = "https://provider.example/t"
        let scripted = try ImaginaryProvider(configure: { $0.issuer = issuer })
        let first = document {
            $0["issuer"] = .string(issuer)
            $0["revocation_endpoint"] = nil
        }
        scripted.transport.always("/t/.well-known/openid-configuration", first)
        scripted.transport.always("/.well-known/openid-configuration/t", ScriptedTransport.answer(404))
        scripted.transport.always(Self.otherPath + "/t", document { $0["issuer"] = .string(issuer) })
        #expect(try await scripted.provider.url(of: .revocation).path == "/revoke")
        #expect(scripted.transport.requests.count == 3)
    }

    @Test func `provider 3: what OpenID knows is missing for good, without another question`() async throws {
        let scripted = try ImaginaryProvider(metadata: { $0["userinfo_endpoint"] = nil })
        scripted.transport.always(Self.otherPath, document())
        #expect(
            await failure { try await scripted.provider.url(of: .userInfo) } == .unsupported("a userinfo endpoint"))
        #expect(scripted.transport.requests(to: Self.otherPath).isEmpty)
    }

    @Test func `provider 3: the demo provider's endpoints are found in its other document`() async throws {
        let scripted = try await DemoProviderFixture()
        await scripted.demo.leaveOutOfOpenIDMetadata(["revocation_endpoint", "device_authorization_endpoint"])
        #expect(try await scripted.provider.metadata().endpoints[.revocation] == nil)
        #expect(try await scripted.provider.url(of: .revocation).path == "/revoke")
        #expect(try await scripted.provider.metadata().endpoints[.deviceAuthorization] != nil)
        await scripted.demo.stop()
    }
}
