import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import Testing
import TestSupport

/// The way from a URL of the API to an authorized call, and each flaw that a switch makes on it.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ChainTests {
    @Test func `from a URL alone a client reaches an authorized call`() async throws {
        try await withProvider { visitor in
            let url = visitor.provider.api + "/orders"
            let refused = try await visitor.get(url)
            #expect(refused.status == 401)
            let pointer = try #require(refused.challengeParameters["resource_metadata"])
            let resource = try await visitor.get(pointer).json
            #expect(resource["resource"]?.string == url)
            let server = try #require(resource["authorization_servers"]?.strings?.first)
            let metadata = try await visitor.get(server + "/.well-known/oauth-authorization-server").json
            #expect(metadata["issuer"]?.string == server)
            let endpoint = try #require(metadata["registration_endpoint"]?.string)
            let registered = try await visitor.manage("POST", endpoint, Visitor.nativeMetadata)
            let client = Registrant(visitor: visitor, answer: try registered.json)
            let scope = try #require(resource["scopes_supported"]?.strings).joined(separator: " ")
            let tokens = try Visitor.Tokens(try await client.signIn(["scope": scope, "resource": url]))
            #expect(try await visitor.get(url, bearer: tokens.access).status == 200)
        }
    }

    @Test func `the switch makes flaws, mends those that it does not name, and knows each name`() async throws {
        try await withProvider { visitor in
            let names = ChainFlaw.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
            #expect(try await visitor.switchOn("spoil-chain", "{\"flaws\":[\(names)]}").status == 200)
            #expect(try await visitor.get(visitor.provider.api + "/orders").status == 403)
            #expect(try await visitor.switchOn("spoil-chain").status == 200)
            let mended = try await visitor.get(visitor.provider.api + "/orders")
            #expect(mended.status == 401)
            #expect(mended.challengeParameters["resource_metadata"] != nil)
            let unknown = try await visitor.switchOn("spoil-chain", "{\"flaws\":[\"taste\"]}")
            #expect(unknown.errorDescription?.hasPrefix("taste is not a flaw; known are: no-challenge, ") == true)
        }
    }

    @Test(arguments: [
        (ChainFlaw.noChallenge, 401, nil), (.noPointer, 401, nil), (.rootMetadataOnly, 401, nil),
        (.wrongPointer, 401, "API/.well-known/oauth-protected-resource/orders/nowhere"),
        (.foreignPointer, 401, "http://localhost:PORT/.well-known/oauth-protected-resource/orders"),
        (.relativePointer, 401, "/.well-known/oauth-protected-resource/orders"),
        (.forbiddenFirst, 403, "API/.well-known/oauth-protected-resource/orders"),
    ])
    func `a challenge has the flaw`(flaw: ChainFlaw, status: Int, pointer: String?) async throws {
        try await withProvider { visitor in
            await visitor.provider.spoilChain(by: [flaw])
            let api = visitor.provider.api
            let answer = try await visitor.get(api + "/orders")
            #expect(answer.status == status)
            let port = String(api.split(separator: ":").last ?? "")
            #expect(
                answer.challengeParameters["resource_metadata"]
                    == pointer?.replacing("API", with: api).replacing("PORT", with: port))
            #expect((answer.challenge == nil) == (flaw == .noChallenge))
            let metadata = api + "/.well-known/oauth-protected-resource"
            #expect(try await visitor.get(metadata + "/orders").status == (flaw == .rootMetadataOnly ? 404 : 200))
            #expect(try await visitor.get(metadata + "/orders/nowhere").status == 404)
            let token = try await visitor.signIn().access
            #expect(try await visitor.get(api + "/orders", bearer: token).status == 200)
            #expect(try await visitor.get(api + "/orders", bearer: "wrong").status == 401)
        }
    }

    @Test func `several challenges come before the right one`() async throws {
        try await withProvider { visitor in
            await visitor.provider.spoilChain(by: [.severalChallenges])
            let values = try await visitor.get(visitor.provider.api + "/orders").headers.values(of: "WWW-Authenticate")
            #expect(values.first == "Negotiate")
            #expect(values.last?.hasPrefix("Basic realm=\"session-console demo\", Bearer realm=") == true)
            #expect(values.count == 2)
        }
    }

    @Test(arguments: [
        (ChainFlaw.otherResource, "API/elsewhere", ["ISSUER"]), (.parentResource, "API", ["ISSUER"]),
        (.foreignResource, "https://api.example/orders", ["ISSUER"]), (.noServers, "API/orders", []),
        (.severalServers, "API/orders", ["ISSUER", "https://login.example"]), (.wrongServer, "API/orders", ["API"]),
        (.issuerWithPath, "API/orders", ["ISSUER/tenant"]),
    ])
    func `a resource's metadata has the flaw`(flaw: ChainFlaw, resource: String, servers: [String]) async throws {
        try await withProvider { visitor in
            await visitor.provider.spoilChain(by: [flaw])
            let (api, issuer) = (visitor.provider.api, visitor.provider.issuer)
            let json = try await visitor.get(api + "/.well-known/oauth-protected-resource/orders").json
            #expect(json["resource"]?.string == resource.replacing("API", with: api))
            #expect(
                json["authorization_servers"]?.strings
                    == servers.map { $0.replacing("API", with: api).replacing("ISSUER", with: issuer) })
        }
    }

    @Test func `the authorization server's metadata has the flaw`() async throws {
        try await withProvider { visitor in
            let provider = visitor.provider
            let oauth = provider.issuer + "/.well-known/oauth-authorization-server"
            await provider.spoilChain(by: [.issuerSlash])
            let slashed = try await visitor.get(oauth).json
            #expect(slashed["issuer"]?.string == provider.issuer + "/")
            await provider.spoilChain(by: [.oauthPlaceOnly])
            #expect(try await visitor.get(oauth).json["issuer"]?.string == provider.issuer)
            #expect(try await visitor.get(visitor.url(.discovery)).status == 404)
            await provider.spoilChain(by: [.openIDPlaceOnly])
            #expect(try await visitor.get(oauth).status == 404)
            #expect(try await visitor.get(visitor.url(.discovery)).status == 200)
            await provider.spoilChain(by: [.plainPKCE])
            #expect(try await visitor.get(oauth).json["code_challenge_methods_supported"]?.strings == ["plain"])
            await provider.spoilChain(by: [.noPKCE])
            #expect(try await visitor.get(oauth).json["code_challenge_methods_supported"] == nil)
        }
    }

    @Test func `a secret that nobody asked for is needed from then on`() async throws {
        try await withProvider { visitor in
            await visitor.provider.spoilChain(by: [.unaskedSecret])
            let client = try await visitor.registered()
            #expect(client.answer["token_endpoint_auth_method"] == "client_secret_basic")
            let response = try await Browser(visitor).signIn([
                "client_id": client.id, "redirect_uri": Registrant.redirectURI,
            ])
            let form: KeyValuePairs = [
                "grant_type": "authorization_code", "code": try #require(try response.location["code"]),
                "redirect_uri": Registrant.redirectURI, "code_verifier": Browser.codeVerifier,
            ]
            let without = try await visitor.post(.token, ["grant_type": "refresh_token", "client_id": client.id])
            #expect(without.error == "invalid_client")
            let secret = try #require(client.secret)
            #expect(try await visitor.post(.token, form, basic: (client.id, secret)).status == 200)
        }
    }

    @Test func `a secret expires, as its registration says`() async throws {
        try await withProvider { visitor in
            await visitor.provider.spoilChain(by: [.expiringSecret])
            let client = try await visitor.registered([
                "token_endpoint_auth_method": "client_secret_post", "grant_types": ["client_credentials"],
                "response_types": nil,
            ])
            let (end, start) = (client.answer["client_secret_expires_at"], client.answer["client_id_issued_at"])
            #expect(try #require(end?.int) - (try #require(start?.int)) == 60)
            let secret = try #require(client.secret)
            let form: KeyValuePairs = [
                "grant_type": "client_credentials", "client_id": client.id, "client_secret": secret,
            ]
            #expect(try await visitor.post(.token, form).status == 200)
            await visitor.provider.setClockOffset(.seconds(60))
            let late = try await visitor.post(.token, form)
            #expect(late.error == "invalid_client")
            #expect(late.errorDescription?.contains("expired") == true)
        }
    }

    @Test func `a port that is registered is the only one, and a registration can't be managed`() async throws {
        try await withProvider { visitor in
            await visitor.provider.spoilChain(by: [.fixedPort, .unmanaged])
            let client = try await visitor.registered()
            let other = try await Browser(visitor).open([
                "client_id": client.id, "redirect_uri": Registrant.redirectURI,
            ])
            #expect(other.status == 400)
            #expect(try await client.signIn(redirectURI: "http://127.0.0.1:8123/done").status == 200)
            #expect(client.token.isEmpty && client.uri.isEmpty)
            let guess = visitor.url(.registration) + "?client_id=" + client.id
            #expect(try await visitor.manage("GET", guess, bearer: "").status == 400)
            #expect(try await visitor.manage("GET", guess, bearer: "guess").status == 401)
        }
    }

    @Test func `the sign-in and the first call have the flaw`() async throws {
        try await withProvider { visitor in
            let (provider, browser) = (visitor.provider, Browser(visitor))
            await provider.spoilChain(by: [.noIssuer])
            #expect(try await browser.signIn().location["iss"] == nil)
            await provider.spoilChain(by: [.otherIssuer])
            #expect(try await browser.signIn().location["iss"] == "https://other.example")
            await provider.spoilChain(by: [.refusedResource])
            let refused = try await browser.open(["resource": provider.api + "/orders"])
            #expect(try refused.location["error"] == "invalid_target")
            await provider.spoilChain(by: [.otherAudience])
            let token = try await visitor.signIn().access
            #expect(try JWT.parse(token).claims.audience == ["https://other.example"])
            #expect(try await visitor.get(provider.api + "/orders", bearer: token).status == 401)
        }
    }
}
