import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct ProviderMetadataTests {
    @Test func `what the provider says of itself can be told`() async throws {
        let metadata = try await ImaginaryProvider(metadata: {
            $0["registration_endpoint"] = "https://provider.example/register"
            $0["scopes_supported"] = ["openid", "mail"]
            $0["grant_types_supported"] = ["authorization_code"]
            $0["token_endpoint_auth_methods_supported"] = ["none"]
            $0["userinfo_signing_alg_values_supported"] = ["RS256"]
            $0["acr_values_supported"] = ["mfa"]
            $0["require_pushed_authorization_requests"] = true
            $0["authorization_response_iss_parameter_supported"] = true
        }).provider.metadata()
        #expect(metadata.issuer == ImaginaryProvider.issuer)
        #expect(metadata.endpoints.count == ProviderEndpoint.allCases.count)
        #expect(metadata.scopes == ["openid", "mail"])
        #expect(metadata.grantTypes == ["authorization_code"])
        #expect(metadata.clientAuthenticationMethods == ["none"])
        #expect(metadata.idTokenAlgorithms == ["ES256", "RS256", "HS256", "none"])
        #expect(metadata.userInfoAlgorithms == ["RS256"])
        #expect(metadata.acrValues == ["mfa"])
        #expect(metadata.requiresPushedAuthorization && metadata.sendsIssuerInResponse)
    }

    @Test func `members of the wrong type count as absent and unknown ones are passed over`() async throws {
        let metadata = try await ImaginaryProvider(metadata: {
            $0["scopes_supported"] = "openid"
            $0["grant_types_supported"] = [1, 2]
            $0["code_challenge_methods_supported"] = nil
            $0["userinfo_endpoint"] = 7
            $0["require_pushed_authorization_requests"] = "true"
            $0["x_unheard_of"] = ["deep": [["deeper": nil]]]
        }).provider.metadata()
        #expect(metadata.scopes == nil && metadata.grantTypes == nil && metadata.codeChallengeMethods == nil)
        #expect(metadata.endpoints[.userInfo] == nil)
        #expect(!metadata.requiresPushedAuthorization)
    }

    @Test func `an endpoint that is missing is told as what the provider does not offer`() async throws {
        for endpoint in ProviderEndpoint.allCases {
            let scripted = try ImaginaryProvider(metadata: { $0[endpoint.rawValue] = nil })
            guard case .unsupported(let what) = await failure(of: { try await scripted.provider.url(of: endpoint) })
            else {
                Issue.record("\(endpoint) was found")
                continue
            }
            #expect(!what.isEmpty)
        }
    }

    @Test(arguments: [
        "/token", "token", "//provider.example/token", "", "javascript:alert(1)", "file:///token", "https://",
    ])
    func `an endpoint that is no absolute web address is told, and the others can be used`(address: String) async throws
    {
        let scripted = try ImaginaryProvider(metadata: { $0["token_endpoint"] = .string(address) })
        guard
            case .unintelligible(let part, during: .discovery) = await failure(of: {
                try await scripted.provider.url(of: .token)
            })
        else {
            Issue.record("\(address) was accepted")
            return
        }
        #expect(part.contains("token_endpoint"))
        #expect(try await scripted.provider.url(of: .userInfo).path == "/userinfo")
    }

    @Test func `a plain http endpoint beyond loopback is refused before anything is sent`() async throws {
        let scripted = try ImaginaryProvider(metadata: {
            $0["token_endpoint"] = "http://provider.example/token"
            $0["userinfo_endpoint"] = "http://127.0.0.1:9/userinfo"
        })
        #expect(
            await scripted.tokenEndpoint.refresh(Secret("r")) == .failed(.insecureURL("http://provider.example/token")))
        #expect(scripted.transport.requests(to: "/token").isEmpty)
        #expect(try await scripted.provider.url(of: .userInfo).host == "127.0.0.1")
    }

    @Test func `a plain http endpoint is used where the configuration allows it`() async throws {
        let scripted = try ImaginaryProvider(
            configure: { $0.allowsPlainHTTP = true },
            metadata: { $0["token_endpoint"] = "http://provider.example/token" })
        #expect(try await scripted.provider.url(of: .token).scheme == "http")
    }

    @Test func `a configured endpoint takes the place of the provider's`() async throws {
        let scripted = try ImaginaryProvider(
            configure: { $0.endpoints = [.userInfo: try #require(URL(string: "https://u.example/me"))] },
            metadata: { $0["userinfo_endpoint"] = nil })
        #expect(try await scripted.provider.url(of: .userInfo).absoluteString == "https://u.example/me")
        #expect(try await scripted.provider.url(of: .token).absoluteString == "https://provider.example/token")
    }

    @Test func `metadata is not asked for over plain http beyond this machine`() async throws {
        let scripted = try ImaginaryProvider(configure: { $0.issuer = "http://provider.example" })
        guard case .insecureURL = await failure(of: { try await scripted.provider.metadata() }) else {
            Issue.record("the provider was asked")
            return
        }
        #expect(scripted.transport.requests.isEmpty)
    }
}
