import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

/// Who the program is at the authorization server of a resource.
@Suite(.timeLimit(.minutes(5)))
struct ClientRegistrationTests {
    private func body(_ request: HTTPRequest?) throws -> JSONObject {
        let text = try #require(request).bodyText
        return try #require(try JSONValue(parsing: Array(text.utf8)).object)
    }

    private func kept(
        at issuer: String = ImaginaryResource.issuer, expiry: Date? = nil
    ) throws -> RegisteredClient {
        var json: JSONObject = [
            "issuer": .string(issuer), "client_id": "kept", "redirect_uri": "http://127.0.0.1:40000/callback",
        ]
        if let expiry {
            json["client_secret"] = "s3cret-s3cret"
            json["client_secret_expires_at"] = .number(JSONNumber(Int(expiry.timeIntervalSince1970)))
        }
        return try #require(RegisteredClient(json))
    }

    @Test func `a native, public client is registered with the port that is kept`() async throws {
        let resource = try ImaginaryResource()
        let client = try #require(try await resource.discover().client)
        let request = try #require(resource.transport.requests(to: "/register").first)
        #expect(request.headers["Authorization"] == nil)
        let body = try body(request)
        #expect(body["application_type"] == "native")
        #expect(body["token_endpoint_auth_method"] == "none")
        #expect(body["redirect_uris"] == [.string(ImaginaryResource.redirect)])
        #expect(body["grant_types"] == ["authorization_code", "refresh_token"])
        #expect(body["scope"] == "read")
        #expect(body["client_name"] == "session-console")
        #expect(body["post_logout_redirect_uris"] == nil)
        #expect(body["software_id"] == "software")
        let registration = try #require(client.registration)
        #expect(registration.managementToken?.reveal() == "manage-me-0123456789")
        #expect(RegisteredClient(registration.json) == registration)
    }

    @Test(arguments: HostileText.all + [""])
    func `a token that fits no field is none, as it comes and as it was kept`(text: String) async throws {
        let resource = try ImaginaryResource()
        resource.register { $0["registration_access_token"] = .string(text) }
        let registration = try #require(try await resource.discover().client?.registration)
        #expect(registration.managementToken == nil)
        var json = registration.json
        json["registration_access_token"] = .string(text)
        #expect(RegisteredClient(json)?.managementToken == nil)
    }

    @Test func `a client that was named comes before all others`() async throws {
        var resource = try ImaginaryResource()
        resource.options.clientID = "mine"
        resource.options.registeredClients = [try kept()]
        let client = try #require(try await resource.discover().client)
        #expect(client.configuration.clientID == "mine")
        #expect(resource.transport.requests(to: "/register").isEmpty)
    }

    @Test func `a registration is used again, with its own redirect, at its own issuer alone`() async throws {
        var resource = try ImaginaryResource()
        resource.options.registeredClients = [try kept()]
        let client = try #require(try await resource.discover().client)
        #expect(client.configuration.clientID == "kept")
        #expect(client.redirectURI?.absoluteString == "http://127.0.0.1:40000/callback")
        #expect(client.registration == nil)
        resource.options.registeredClients = [
            try kept(at: "https://as.example/"), try kept(at: "https://other.example"),
        ]
        #expect(try await resource.discover().client?.configuration.clientID == "c1")
    }

    @Test func `a registration whose secret has ended is replaced`() async throws {
        var resource = try ImaginaryResource()
        resource.options.registeredClients = [try kept(expiry: resource.clock.now.addingTimeInterval(-1))]
        #expect(try await resource.discover().client?.configuration.clientID == "c1")
        resource.options.registeredClients = [try kept(expiry: resource.clock.now.addingTimeInterval(60))]
        #expect(try await resource.discover().client?.configuration.clientID == "kept")
    }

    @Test func `a hosted document is the client where the server takes it, and is nothing where not`() async throws {
        var resource = try ImaginaryResource()
        resource.options.clientMetadataURL = URL(string: "https://me.example/client.json")
        #expect(try await resource.discover().client?.configuration.clientID == "c1")
        resource.publishServer { $0["client_id_metadata_document_supported"] = true }
        #expect(
            try await resource.discover().client?.configuration.clientID == "https://me.example/client.json")
        #expect(resource.transport.requests(to: "/register").count == 1)
    }

    @Test func `the document to host names itself and the redirect`() throws {
        let resource = try ImaginaryResource()
        let url = try #require(URL(string: "https://me.example/client.json"))
        let document = resource.options.metadata.document(at: url)
        #expect(document["client_id"] == "https://me.example/client.json")
        #expect(document["redirect_uris"] == [.string(ImaginaryResource.redirect)])
        #expect(document["token_endpoint_auth_method"] == "none")
    }

    @Test func `the initial access token goes to the registration endpoint alone`() async throws {
        var resource = try ImaginaryResource()
        resource.options.initialAccessToken = Secret("initial-0123456789")
        _ = try await resource.discover()
        for request in resource.transport.requests {
            let isRegistration = request.url.path == "/register"
            #expect(request.headers["Authorization"] == (isRegistration ? "Bearer initial-0123456789" : nil))
        }
    }

    @Test func `what a refusal echoes of the initial access token is masked`() async throws {
        var resource = try ImaginaryResource()
        resource.options.initialAccessToken = Secret("initial-0123456789")
        resource.register(status: 400) {
            $0 = ["error": "invalid_software_statement", "error_description": "no initial-0123456789 here"]
        }
        let step = try #require(try await resource.discover().steps.last)
        #expect(step.rule.description == "RFC 7591 §3.2.2")
        #expect(!"\(step.finding)".contains("initial-0123456789"))
    }

    @Test func `a server that registers no public client is asked for one with a secret`() async throws {
        let resource = try ImaginaryResource()
        resource.transport.once(
            "/register", ScriptedTransport.json("{\"error\":\"invalid_client_metadata\"}", status: 400))
        resource.register {
            $0["client_secret"] = "s3cret-s3cret"
            $0["token_endpoint_auth_method"] = "client_secret_post"
        }
        let client = try #require(try await resource.discover().client)
        #expect(client.configuration.authentication == .post(Secret("s3cret-s3cret")))
        let methods = try resource.transport.requests(to: "/register").map {
            try body($0)["token_endpoint_auth_method"]?.string
        }
        #expect(methods == ["none", "client_secret_post"])
    }

    @Test func `a public client is asked for first, whatever the server lists`() async throws {
        let resource = try ImaginaryResource()
        resource.publishServer {
            $0["token_endpoint_auth_methods_supported"] = ["client_secret_basic", "client_secret_post"]
        }
        let client = try #require(try await resource.discover().client)
        #expect(client.configuration.authentication == .none)
        let request = try #require(resource.transport.requests(to: "/register").first)
        #expect(try body(request)["token_endpoint_auth_method"]?.string == "none")
    }

    @Test func `a secret beside the method none is left unused`() async throws {
        let resource = try ImaginaryResource()
        resource.register { $0["client_secret"] = "s3cret-s3cret" }
        let (steps, client) = try await resource.discover()
        #expect(client?.configuration.authentication == ClientAuthentication.none)
        #expect(steps.last?.outcome == .done)
    }

    @Test func `a secret without a method is sent as RFC 7591 says, and kept with its end`() async throws {
        let resource = try ImaginaryResource()
        let end = Int(resource.clock.now.timeIntervalSince1970) + 3_600
        resource.register {
            $0["token_endpoint_auth_method"] = nil
            $0["client_secret"] = "s3cret-s3cret"
            $0["client_secret_expires_at"] = .number(JSONNumber(end))
        }
        let client = try #require(try await resource.discover().client)
        #expect(client.configuration.authentication == .basic(Secret("s3cret-s3cret")))
        let registration = try #require(client.registration)
        #expect(registration.secretExpiry == Date(timeIntervalSince1970: Double(end)))
        #expect(RegisteredClient(registration.json) == registration)
    }

    @Test(arguments: [403, 404, 500])
    func `a registration that its server does not end is not said to be ended`(status: Int) async throws {
        let resource = try ImaginaryResource()
        let registration = try #require(try await resource.discover().client?.registration)
        resource.transport.always("/register/c1", ScriptedTransport.answer(status))
        #expect(await failure { try await registration.unregister(over: resource.transport) } != nil)
    }

    @Test func `a registration is ended at its server, with the token that manages it`() async throws {
        let resource = try ImaginaryResource()
        let registration = try #require(try await resource.discover().client?.registration)
        resource.transport.always("/register/c1", ScriptedTransport.answer(204))
        try await registration.unregister(over: resource.transport, clock: resource.clock)
        let request = try #require(resource.transport.requests(to: "/register/c1").first)
        #expect(request.method == "DELETE")
        #expect(request.headers["Authorization"] == "Bearer manage-me-0123456789")
    }

    @Test func `invariant 37: the token that manages a registration goes to no other origin`() async throws {
        let resource = try ImaginaryResource()
        resource.register { $0["registration_client_uri"] = "https://elsewhere.example/c1" }
        let registration = try #require(try await resource.discover().client?.registration)
        let error = await failure { try await registration.unregister(over: resource.transport) }
        #expect(error == .unsupported("the management of registrations"))
    }

    @Test func `what a registration gives is masked in the events`() async throws {
        let resource = try ImaginaryResource()
        resource.register {
            $0["client_secret"] = "s3cret-s3cret-s3cret"
            $0["token_endpoint_auth_method"] = "client_secret_post"
        }
        var options = resource.options
        options.initialAccessToken = Secret("initial-0123456789")
        let journal = EventJournal(clock: resource.clock)
        let discovery = ResourceDiscovery(
            of: try #require(URL(string: resource.url)), options: options,
            channel: Channel(
                transport: resource.transport, clock: resource.clock, randomness: CountingRandomness(),
                scope: EventScope(journal: journal, generation: 0)))
        let server = try #require(try await discovery.server())
        _ = try await discovery.client(at: server)
        let events = "\(journal.kept)"
        #expect(events.contains("/register"))
        for secret in ["initial-0123456789", "s3cret-s3cret-s3cret", "manage-me-0123456789"] {
            #expect(!events.contains(secret))
        }
    }
}
