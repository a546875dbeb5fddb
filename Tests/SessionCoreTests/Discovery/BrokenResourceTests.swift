import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

/// A resource or its authorization server with one fault each: it is named at its step, with its section.
@Suite(.timeLimit(.minutes(5)))
struct BrokenResourceTests {
    struct Variant: Sendable, CustomTestStringConvertible {
        let name: String
        let kind: DiscoveryStep.Kind
        let outcome: DiscoveryStep.Outcome
        let rule: String
        let breakIt: @Sendable (inout ImaginaryResource) -> Void

        var testDescription: String { name }

        init(
            _ name: String, _ kind: DiscoveryStep.Kind, _ outcome: DiscoveryStep.Outcome, _ rule: String,
            _ breakIt: @escaping @Sendable (inout ImaginaryResource) -> Void
        ) {
            (self.name, self.kind, self.outcome, self.rule, self.breakIt) = (name, kind, outcome, rule, breakIt)
        }
    }

    private static let pointer = ImaginaryResource.pointer
    private static let path = ImaginaryResource.path
    private static let page = ScriptedTransport.answer(200, headers: ["Content-Type": "text/html"], text: "<html>")

    static let ofResources: [Variant] = [
        .init("403 in place of 401", .resource, .doubtful, "RFC 6750 §3.1") {
            $0.challenge("Bearer scope=\"read\"", status: 403)
        },
        .init("401 without a challenge", .resource, .doubtful, "RFC 9110 §15.5.2") { $0.challenge() },
        .init("a challenge of Basic alone", .resource, .doubtful, "RFC 6750 §3") { $0.challenge("Basic realm=\"x\"") },
        .init("400 without a challenge", .resource, .doubtful, "RFC 6750 §3") { $0.challenge(status: 400) },
        .init("404", .resource, .failed, "RFC 9110 §15") {
            $0.challenge(status: 404)
            $0.publishNothing()
        },
        .init("404 where metadata are published", .resource, .doubtful, "RFC 9728 §3") { $0.challenge(status: 404) },
        .init("503", .resource, .failed, "RFC 9110 §15") {
            $0.challenge(status: 503)
            $0.publishNothing()
        },
        .init("500 where metadata are published", .resource, .doubtful, "RFC 9728 §3") { $0.challenge(status: 500) },
        .init("no answer", .resource, .failed, "RFC 9110 §15") {
            $0.transport.always(path, ScriptedTransport.failure(.timedOut(.waiting)))
        },
        .init("a redirect to another origin", .resource, .failed, "RFC 9110 §15") {
            $0.transport.always(
                path, ScriptedTransport.answer(302, headers: ["Location": "https://login.example/"]))
        },
        .init("a redirect within the origin", .resource, .doubtful, "RFC 9728 §3.3") {
            $0.transport.always(path, ScriptedTransport.answer(307, headers: ["Location": "/moved"]))
            $0.transport.always("/moved", ScriptedTransport.unauthorized("Bearer"))
        },
        .init("plain http", .resource, .failed, "RFC 9728 §1.2") { $0.url = "http://mcp.example/mcp" },
    ]

    static let ofMetadata: [Variant] = [
        .init("a pointer to nothing", .resourceMetadata, .doubtful, "RFC 9728 §5.1") {
            $0.challenge("Bearer resource_metadata=\"https://mcp.example/wrong\"")
            $0.transport.always("/wrong", ScriptedTransport.answer(404))
        },
        .init("a pointer that is no URL", .resourceMetadata, .failed, "RFC 9728 §5.1") {
            $0.challenge("Bearer resource_metadata=\"nonsense\"")
        },
        .init("a pointer of plain http", .resourceMetadata, .failed, "RFC 9728 §5.1") {
            $0.challenge("Bearer resource_metadata=\"http://mcp.example\(pointer)\(path)\"")
        },
        .init("resource of another path", .resourceMetadata, .failed, "RFC 9728 §3.3") {
            $0.publish { $0["resource"] = "https://mcp.example/other" }
        },
        .init("resource of a path that only begins alike", .resourceMetadata, .failed, "RFC 9728 §3.3") {
            $0.publish { $0["resource"] = "https://mcp.example/mc" }
        },
        .init("resource of another origin", .resourceMetadata, .failed, "RFC 9728 §3.3") {
            $0.publish { $0["resource"] = "https://elsewhere.example/mcp" }
        },
        .init("resource of the origin", .resourceMetadata, .doubtful, "RFC 9728 §3.3") {
            $0.publish { $0["resource"] = "https://mcp.example" }
        },
        .init("resource with a slash more", .resourceMetadata, .doubtful, "RFC 9728 §3.3") {
            $0.publish { $0["resource"] = "https://mcp.example/mcp/" }
        },
        .init("no resource", .resourceMetadata, .failed, "RFC 9728 §2") { $0.publish { $0["resource"] = nil } },
        .init("a page for every path", .resourceMetadata, .failed, "RFC 9728 §3.2") {
            $0.transport.always(pointer + path, page)
            $0.transport.always(pointer, page)
        },
        .init("a list of JSON", .resourceMetadata, .failed, "RFC 9728 §3.2") {
            $0.transport.always(pointer + path, ScriptedTransport.json("[]"))
            $0.transport.always(pointer, ScriptedTransport.answer(404))
        },
        .init("no metadata", .resourceMetadata, .failed, "RFC 9728 §3.1") {
            $0.publishNothing()
            for path in [ImaginaryResource.serverPath, "/.well-known/openid-configuration"] {
                $0.transport.always(path, ScriptedTransport.answer(404))
            }
        },
        .init("metadata answered by 500", .resourceMetadata, .failed, "RFC 9728 §3.1") {
            $0.transport.always(pointer + path, ScriptedTransport.answer(500))
        },
        .init("metadata that never comes", .resourceMetadata, .failed, "RFC 9728 §3.1") {
            $0.transport.always(pointer + path, ScriptedTransport.failure(.timedOut(.waiting)))
        },
        .init("tokens in the body only", .resourceMetadata, .failed, "RFC 9728 §2") {
            $0.publish { $0["bearer_methods_supported"] = ["body"] }
        },
        .init("no authorization server", .authorizationServer, .failed, "RFC 9728 §2") {
            $0.publish { $0["authorization_servers"] = [] }
        },
        .init("several authorization servers", .authorizationServer, .question, "RFC 9728 §7.6") {
            $0.publish { $0["authorization_servers"] = ["https://as.example", "https://other.example"] }
        },
        .init("another server than expected", .authorizationServer, .failed, "RFC 9728 §7.6") {
            $0.options.issuer = "https://expected.example"
        },
        .init("an issuer with a query", .authorizationServer, .failed, "RFC 8414 §2") {
            $0.publish { $0["authorization_servers"] = ["https://as.example?tenant=1"] }
        },
        .init("an issuer of plain http", .authorizationServer, .failed, "RFC 8414 §2") {
            $0.publish { $0["authorization_servers"] = ["http://as.example"] }
        },
    ]

    static let ofServers: [Variant] = [
        .init("an issuer with a slash more", .serverMetadata, .failed, "RFC 8414 §3.3") {
            $0.publishServer { $0["issuer"] = "https://as.example/" }
        },
        .init("another issuer", .serverMetadata, .failed, "RFC 8414 §3.3") {
            $0.publishServer { $0["issuer"] = "https://other.example" }
        },
        .init("metadata at the root only", .serverMetadata, .failed, "RFC 8414 §3") {
            $0.publish { $0["authorization_servers"] = ["https://as.example/tenant"] }
            for place in [
                ImaginaryResource.serverPath + "/tenant", "/.well-known/openid-configuration/tenant",
                "/tenant/.well-known/openid-configuration",
            ] { $0.transport.always(place, ScriptedTransport.answer(404)) }
        },
        .init("a page in place of metadata", .serverMetadata, .failed, "RFC 8414 §3.2") {
            $0.transport.always(ImaginaryResource.serverPath, page)
            $0.transport.always("/.well-known/openid-configuration", page)
        },
        .init("no issuer", .serverMetadata, .failed, "RFC 8414 §2") { $0.publishServer { $0["issuer"] = nil } },
        .init("no token endpoint", .serverMetadata, .failed, "RFC 8414 §2") {
            $0.publishServer { $0["token_endpoint"] = nil }
        },
        .init("no authorization endpoint", .serverMetadata, .failed, "RFC 8414 §2") {
            $0.publishServer { $0["authorization_endpoint"] = nil }
        },
        .init("a token endpoint of plain http", .serverMetadata, .failed, "RFC 8414 §2") {
            $0.publishServer { $0["token_endpoint"] = "http://as.example/token" }
        },
        .init("PKCE without S256", .serverMetadata, .failed, "RFC 7636 §4.2") {
            $0.publishServer { $0["code_challenge_methods_supported"] = ["plain"] }
        },
        .init("no word of PKCE", .serverMetadata, .doubtful, "RFC 8414 §2") {
            $0.publishServer { $0["code_challenge_methods_supported"] = nil }
        },
        .init("no grant of codes", .serverMetadata, .failed, "RFC 8414 §2") {
            $0.publishServer { $0["grant_types_supported"] = ["client_credentials"] }
        },
        .init("no response type of codes", .serverMetadata, .failed, "RFC 8414 §2") {
            $0.publishServer { $0["response_types_supported"] = ["id_token"] }
        },
    ]

    static let ofRegistrations: [Variant] = [
        .init("no registration", .client, .question, "RFC 7591 §3") {
            $0.publishServer { $0["registration_endpoint"] = nil }
        },
        .init("registration answered by 401", .client, .failed, "RFC 7591 §3") { $0.register(status: 401) },
        .init("registration answered by 403", .client, .failed, "RFC 7591 §3") { $0.register(status: 403) },
        .init("registration answered by a page with 403", .client, .failed, "RFC 7591 §3") {
            $0.transport.always(
                "/register", ScriptedTransport.answer(403, headers: ["Content-Type": "text/html"], text: "<html>"))
        },
        .init("registration answered by 404", .client, .failed, "RFC 7591 §3") { $0.register(status: 404) },
        .init("registration answered by 500", .client, .failed, "RFC 7591 §3") { $0.register(status: 500) },
        .init("a redirect with a port refused", .client, .failed, "RFC 7591 §3.2.2") {
            $0.register(status: 400) { $0 = ["error": "invalid_redirect_uri"] }
        },
        .init("a port that is changed", .client, .failed, "RFC 7591 §3.2.1") {
            $0.register { $0["redirect_uris"] = ["http://127.0.0.1/callback"] }
        },
        .init("no client_id", .client, .failed, "RFC 7591 §3.2.1") { $0.register { $0["client_id"] = nil } },
        .init("a page in place of a registration", .client, .failed, "RFC 7591 §3.2.1") {
            $0.transport.always("/register", page)
        },
        .init("a secret that was not asked for", .client, .doubtful, "RFC 7591 §3.2.1") {
            $0.register {
                $0["client_secret"] = "s3cret-s3cret"
                $0["token_endpoint_auth_method"] = "client_secret_post"
            }
        },
        .init("a secret that ends", .client, .doubtful, "RFC 7591 §3.2.1") {
            $0.register {
                $0["client_secret"] = "s3cret-s3cret"
                $0["client_secret_expires_at"] = 4_000_000_000
                $0["token_endpoint_auth_method"] = "client_secret_basic"
            }
        },
        .init("a secret that is missing", .client, .failed, "RFC 7591 §3.2.1") {
            $0.register { $0["token_endpoint_auth_method"] = "client_secret_basic" }
        },
        .init("a key that nobody has", .client, .failed, "RFC 7591 §3.2.1") {
            $0.register { $0["token_endpoint_auth_method"] = "private_key_jwt" }
        },
    ]

    @Test(arguments: ofResources + ofMetadata + ofServers + ofRegistrations)
    func `a fault is named at its step, with its section`(variant: Variant) async throws {
        var resource = try ImaginaryResource()
        variant.breakIt(&resource)
        let (steps, client) = try await resource.discover()
        let step = try #require(steps.first { $0.outcome != .done })
        #expect(step.kind == variant.kind)
        #expect(step.outcome == variant.outcome)
        #expect(step.rule.description == variant.rule)
        if step.outcome == .failed || step.outcome == .question {
            #expect(client == nil)
            #expect(steps.last == step)
        }
    }

    @Test func `without a fault each step is done`() async throws {
        let (steps, client) = try await ImaginaryResource().discover()
        #expect(steps.map(\.kind) == [.resource, .resourceMetadata, .authorizationServer, .serverMetadata, .client])
        #expect(steps.allSatisfy { $0.outcome == .done })
        #expect(client != nil)
    }
}
