import FoundationEssentials
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct BearerOriginsTests {
    private enum Verdict { case allowed, foreign, insecure }

    private func verdict(_ address: String, apis: [String], allowingPlainHTTP: Bool = false) throws -> Verdict {
        let origins = BearerOrigins(apis.compactMap { URL(string: $0) }, allowingPlainHTTP: allowingPlainHTTP)
        let url = try #require(URL(string: address))
        do {
            try origins.check(url)
            return .allowed
        } catch {
            switch error {
            case .originNotAllowed: return .foreign
            case .insecureURL: return .insecure
            default: throw error
            }
        }
    }

    @Test(arguments: [
        "https://api.example/orders", "https://api.example", "https://api.example?x=1", "https://API.example/x",
        "https://api.example:443/x", "HTTPS://api.example/x",
    ])
    func `invariant 37: the token goes to a configured origin, however it is written`(address: String) throws {
        #expect(try verdict(address, apis: ["https://api.example/v1"]) == .allowed)
    }

    @Test(arguments: [
        ("https://api.example/x", "api.example", true), ("https://api.example/x", "API.example:443", true),
        ("https://api.example:8443/x", "api.example:8443", true), ("https://api.example:8443/x", "api.example", false),
        ("https://api.example/x", "api.example:80", false), ("https://api.example/x", "evil.example", false),
        ("https://api.example/x", "api.example.evil.example", false), ("http://[::1]:81/x", "[::1]:81", true),
        ("https://api.example/x", "", false),
    ])
    func `address 5: the token goes under no other name than the URL's`(url: String, host: String, isAllowed: Bool)
        throws
    {
        let apis = ["https://api.example", "https://api.example:8443", "http://[::1]:81"].compactMap { URL(string: $0) }
        let origins = BearerOrigins(apis, allowingPlainHTTP: false)
        let request = HTTPRequest(url: try #require(URL(string: url)), headers: ["Host": host])
        if isAllowed {
            try origins.check(request.url, request.headers)
        } else {
            #expect(throws: SessionError.originNotAllowed(host)) { try origins.check(request.url, request.headers) }
        }
    }

    @Test(arguments: [
        "https://api.example.evil.example/", "https://api.example@evil.example/", "https://evil.example/api.example/",
        "https://api.example:8443/", "http://api.example/", "https://sub.api.example/", "https://api.exampl/",
    ])
    func `invariant 37: it goes to no other`(address: String) throws {
        #expect(try verdict(address, apis: ["https://api.example"]) == .foreign)
    }

    @Test(arguments: ["http://api.example/orders", "HTTP://api.example/orders"])
    func `invariant 37: over plain http it goes to this machine alone, unless the configuration allows it`(
        address: String
    ) throws {
        let apis = ["http://api.example", "http://127.0.0.1:8080"]
        #expect(try verdict(address, apis: apis) == .insecure)
        #expect(try verdict(address, apis: apis, allowingPlainHTTP: true) == .allowed)
        #expect(try verdict("http://127.0.0.1:8080/x", apis: apis) == .allowed)
        #expect(try verdict("http://127.0.0.1:8081/x", apis: apis, allowingPlainHTTP: true) == .foreign)
    }
}
