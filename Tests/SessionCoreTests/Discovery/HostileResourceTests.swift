import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

/// A resource that would lead the client where it has no business.
@Suite(.timeLimit(.minutes(5)))
struct HostileResourceTests {
    enum Place: String, CaseIterable, Sendable {
        case pointer, metadataRedirect, issuer, serverRedirect, tokenEndpoint, registrationEndpoint, keys
    }

    static let addresses = [
        "http://127.0.0.1/x", "https://127.0.0.1:8443/x", "https://localhost/x", "https://a.localhost./x",
        "https://10.0.0.1/x", "https://172.16.9.9/x", "https://192.168.1.1/x", "https://100.64.0.1/x",
        "https://169.254.169.254/latest/meta-data", "https://0.0.0.0/x", "https://[::1]/x", "https://[fe80::1]/x",
        "https://[fd00::1]/x", "https://[::ffff:10.0.0.1]/x", "https://[64:ff9b::7f00:1]/x", "https://2130706433/x",
        "https://0x7f.1/x", "https://0177.0.0.1/x", "http://as.example/x", "https://user:password@as.example/x",
        "file:///etc/passwd", "javascript:alert(1)", "//", "",
    ]

    private static func resource(leadingTo address: String, from place: Place) throws -> ImaginaryResource {
        let resource = try ImaginaryResource()
        let redirect = ScriptedTransport.answer(302, headers: ["Location": address])
        switch place {
        case .pointer: resource.challenge("Bearer resource_metadata=\"\(address)\"")
        case .metadataRedirect: resource.transport.always(ImaginaryResource.pointer + "/mcp", redirect)
        case .issuer: resource.publish { $0["authorization_servers"] = [.string(address)] }
        case .serverRedirect: resource.transport.always(ImaginaryResource.serverPath, redirect)
        case .tokenEndpoint: resource.publishServer { $0["token_endpoint"] = .string(address) }
        case .registrationEndpoint: resource.publishServer { $0["registration_endpoint"] = .string(address) }
        case .keys: resource.publishServer { $0["jwks_uri"] = .string(address) }
        }
        return resource
    }

    @Test(arguments: addresses, Place.allCases)
    func `invariant 37: nothing is asked of an address where the resource may not lead`(
        address: String, place: Place
    ) async throws {
        let resource = try Self.resource(leadingTo: address, from: place)
        let (steps, client) = try await resource.discover()
        #expect(client == nil)
        // An empty redirect is none.
        if !(address.isEmpty && (place == .metadataRedirect || place == .serverRedirect)) {
            #expect(steps.last?.outcome == .failed)
        }
        for request in resource.transport.requests {
            #expect(["mcp.example", "as.example"].contains(request.url.host))
            #expect(request.url.scheme == "https")
            #expect(request.headers["Authorization"] == nil)
        }
    }

    @Test func `https leads to no plain http, on this machine neither`() async throws {
        var resource = try ImaginaryResource()
        resource.url = "https://127.0.0.1:8443/mcp"
        resource.challenge("Bearer resource_metadata=\"https://127.0.0.1:8443\(ImaginaryResource.pointer)/mcp\"")
        resource.publish {
            $0["resource"] = "https://127.0.0.1:8443/mcp"
            $0["authorization_servers"] = ["http://127.0.0.1:8080"]
        }
        let (steps, client) = try await resource.discover()
        #expect(client == nil && steps.last?.outcome == .failed)
        #expect(resource.transport.requests.allSatisfy { $0.url.scheme == "https" })
    }

    @Test func `a server that asks for a pause is not asked at its next place`() async throws {
        let resource = try ImaginaryResource()
        resource.challenge("Bearer")
        resource.transport.always(ImaginaryResource.pointer + "/mcp", ScriptedTransport.answer(429))
        _ = try await resource.discover()
        #expect(resource.transport.requests(to: ImaginaryResource.pointer + "/mcp").count == 1)
        #expect(resource.transport.requests(to: ImaginaryResource.pointer).isEmpty)
    }

    @Test func `every message is bounded in size, time and addresses, and follows no redirect by itself`() async throws
    {
        let resource = try ImaginaryResource()
        _ = try await resource.discover()
        for request in resource.transport.requests {
            #expect(request.bodyLimit == 1 << 20)
            #expect(request.maximumTime == .seconds(10))
            #expect(request.redirects == .doNotFollow)
        }
        // The first goes where the person says.
        #expect(resource.transport.requests.first?.addresses == nil)
        #expect(resource.transport.requests.dropFirst().allSatisfy { $0.addresses == [.global] })
    }

    @Test func `redirects of a document are followed three times, and no further`() async throws {
        for count in [3, 4] {
            let resource = try ImaginaryResource()
            for index in 0..<count {
                resource.transport.always(
                    index == 0 ? ImaginaryResource.pointer + "/mcp" : "/hop\(index)",
                    ScriptedTransport.answer(302, headers: ["Location": "/hop\(index + 1)"]))
            }
            resource.transport.always(
                "/hop\(count)", ScriptedTransport.json(ImaginaryResource.metadata.serialized()))
            let (steps, _) = try await resource.discover()
            #expect(steps[1].outcome == (count == 3 ? .done : .failed))
        }
    }

    @Test(arguments: [
        (
            "http://127.0.0.1:8000/mcp", ["http://127.0.0.1:9000", "http://10.0.0.1", "https://as.example"],
            [false, true, false]
        ),
        (
            "https://192.168.1.5/mcp", ["https://192.168.1.6", "https://127.0.0.1", "http://192.168.1.6"],
            [false, true, true]
        ),
    ])
    func `a resource that is on a private network or this machine may lead to its like`(
        url: String, issuers: [String], refused: [Bool]
    ) async throws {
        for (issuer, isRefused) in zip(issuers, refused) {
            var resource = try ImaginaryResource()
            resource.url = url
            resource.challenge("Bearer")
            resource.publish {
                $0["resource"] = .string(url)
                $0["authorization_servers"] = [.string(issuer)]
            }
            let (steps, _) = try await resource.discover()
            let step = try #require(steps.first { $0.kind == .authorizationServer })
            #expect((step.outcome == .failed) == isRefused, "\(issuer): \(step.finding)")
        }
    }
}
