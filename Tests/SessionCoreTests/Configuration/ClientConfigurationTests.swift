import FoundationEssentials
import SessionCore
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct ClientConfigurationTests {
    private func configuration(
        _ change: (inout ClientConfiguration) throws -> Void = { _ in }
    ) throws -> ClientConfiguration {
        var configuration = ClientConfiguration(issuer: "https://provider.example/tenant/", clientID: "console")
        try change(&configuration)
        return configuration
    }

    /// The setting that validation refuses.
    private func setting(_ change: (inout ClientConfiguration) throws -> Void) throws -> String? {
        let configuration = try configuration(change)
        do throws(SessionError) {
            try configuration.validate()
            return nil
        } catch {
            guard case .invalidConfiguration(let setting, let reason) = error else { return "\(error)" }
            #expect(!reason.isEmpty)
            return "\(setting)"
        }
    }

    @Test func `a usual configuration is valid`() throws {
        #expect(try setting { _ in } == nil)
        #expect(try setting { $0.issuer = "http://127.0.0.1:8080" } == nil)
        #expect(try setting { $0.issuer = "http://[::1]:8080" } == nil)
        #expect(try setting { $0.issuer = "http://localhost:8080" } == nil)
        #expect(try setting { $0.authentication = .basic(Secret("s")) } == nil)
        #expect(try setting { $0.authentication = .privateKeyJWT(ClientKey(pem: Secret(TestKey.p256.pem))) } == nil)
    }

    @Test(arguments: ClientConfiguration.reservedTokenParameters.sorted())
    func `a parameter of token requests that the session sets can't be added`(name: String) throws {
        #expect(try setting { $0.tokenParameters = ["fine": "x", name: "y"] } == "tokenParameters")
        #expect(try setting { $0.tokenParameters = ["fine": "x"] } == nil)
    }

    @Test(arguments: [
        "", "provider", "/provider", "ftp://provider.example", "https://", "https://p.example?x=1",
        "https://p.example#f", "http://p.example", "https://user:pw@p.example",
    ])
    func `an issuer that can't be one is refused`(issuer: String) throws {
        #expect(try setting { $0.issuer = issuer } == "issuer")
    }

    @Test func `plain http beyond this machine is allowed only on purpose`() throws {
        let change: (inout ClientConfiguration) throws -> Void = {
            $0.issuer = "http://provider.example"
            $0.apis = [try #require(URL(string: "http://api.example"))]
        }
        #expect(try setting(change) == "issuer")
        #expect(
            try setting {
                try change(&$0)
                $0.allowsPlainHTTP = true
            } == nil)
        #expect(try setting { $0.apis = [try #require(URL(string: "http://api.example"))] } == "apis")
        #expect(
            try setting { $0.endpoints = [.userInfo: try #require(URL(string: "http://u.example"))] }
                == "endpoints[userinfo_endpoint]")
    }

    @Test func `each other setting is named when it can't work`() throws {
        #expect(try setting { $0.clientID = "" } == "clientID")
        #expect(try setting { $0.clientID = "clïent" } == "clientID")
        #expect(try setting { $0.scope = ["openid", "a b"] } == "scope")
        #expect(try setting { $0.scope = ["a\"b"] } == "scope")
        #expect(try setting { $0.scope = [""] } == "scope")
        #expect(try setting { $0.apis = [try #require(URL(string: "api.example/v1"))] } == "apis")
        #expect(try setting { $0.resources = ["not a uri"] } == "resources")
        #expect(try setting { $0.resources = ["https://r.example#f"] } == "resources")
        #expect(try setting { $0.refreshMargin = .seconds(-1) } == "refreshMargin")
        #expect(try setting { $0.refreshDeadline = .zero } == "refreshDeadline")
        #expect(try setting { $0.clockTolerance = .seconds(-1) } == "clockTolerance")
        #expect(try setting { $0.idTokenAlgorithms = ["ES256", "none"] } == "idTokenAlgorithms")
        #expect(try setting { $0.idTokenAlgorithms = [] } == "idTokenAlgorithms")
        #expect(try setting { $0.authentication = .basic(Secret("")) } == "client secret")
        #expect(try setting { $0.authentication = .post(Secret("")) } == "client secret")
    }

    @Test(arguments: [
        ClientKey(pem: Secret("nonsense")), ClientKey(pem: Secret(TestKey.p256.pem), algorithm: "RS256"),
        ClientKey(pem: Secret(TestKey.rsa.pem), algorithm: "none"),
    ])
    func `a key that can't sign is told before it is needed and never shown`(key: ClientKey) throws {
        let error = #expect(throws: SessionError.self) {
            try self.configuration { $0.authentication = .privateKeyJWT(key) }.validate()
        }
        guard case .invalidConfiguration(setting: .clientKey, let reason) = try #require(error) else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!reason.contains("nonsense"))
    }

    @Test func `printing a configuration shows no secret`() throws {
        let configuration = try configuration { $0.authentication = .post(Secret("s3cret")) }
        var dumped = ""
        dump(configuration, to: &dumped)
        #expect(!"\(configuration)\(dumped)".contains("s3cret"))
    }
}
