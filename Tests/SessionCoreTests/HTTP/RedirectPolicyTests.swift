import FoundationEssentials
import SessionCore
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct RedirectPolicyTests {
    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    private func next(
        _ method: String = "GET", from: String = "https://a.example/x/y?z=1", status: Int = 302, to location: String,
        headers: HTTPHeaders = [:], body: HTTPBody = .none
    ) throws -> HTTPRequest? {
        var policy = RedirectPolicy()
        return try policy.request(
            following: HTTPRequest(method: method, url: try url(from), headers: headers, body: body), status: status,
            headers: ["Location": location])
    }

    @Test(arguments: [
        ("https://b.example/q", "https://b.example/q"), ("/q", "https://a.example/q"), ("q", "https://a.example/x/q"),
        ("?q=2", "https://a.example/x/y?q=2"), ("//b.example/q", "https://b.example/q"),
        ("../q", "https://a.example/q"),
    ])
    func `a target is resolved against the request's URL`(location: String, expected: String) throws {
        #expect(try next(to: location)?.url.absoluteString == expected)
    }

    @Test(arguments: [
        ("/y?part[a]=1&sig=a%2Fb%3D", "https://a.example/y?part%5Ba%5D=1&sig=a%2Fb%3D"),
        ("https://b.example/a%20|?c=%3D|", "https://b.example/a%20%7C?c=%3D%7C"),
        ("../../q%", "https://a.example/q%25"),
    ])
    func `address 1: a target is followed as it was given`(location: String, expected: String) throws {
        #expect(try next(to: location)?.url.absoluteString == expected)
    }

    @Test func `address 1: a fragment that is kept stays encoded as it was`() throws {
        let next = try next(from: "https://a.example/x#a%2Fb%7C", to: "/q?c=%20|")
        #expect(next?.url.absoluteString == "https://a.example/q?c=%20%7C#a%2Fb%7C")
    }

    @Test(arguments: ["http://u:p@a.example/", "https://u@b.example/"])
    func `truth 9: a target with user information is called that`(location: String) throws {
        let error = #expect(throws: TransportError.self) { try next(to: location) }
        let words = "\(try #require(error))"
        #expect(words.contains("contains a user or password"), "\(words)")
        #expect(!words.contains("u:p") && !words.contains("u@"))
    }

    @Test func `a target without a fragment keeps the request's`() throws {
        #expect(try next(from: "https://a.example/x#part", to: "/q")?.url.absoluteString == "https://a.example/q#part")
        #expect(try next(from: "https://a.example/x#part", to: "/q#own")?.url.fragment == "own")
    }

    @Test(arguments: [
        (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "DELETE", "GET"), (303, "HEAD", "HEAD"),
        (301, "PUT", "PUT"), (302, "HEAD", "HEAD"), (307, "POST", "POST"), (308, "PATCH", "PATCH"), (302, "GET", "GET"),
    ])
    func `the method changes as RFC 9110 has it`(status: Int, method: String, expected: String) throws {
        #expect(try next(method, status: status, to: "/q")?.method == expected)
    }

    @Test func `a request that becomes a GET loses its body and what describes it`() throws {
        let headers: HTTPHeaders = ["Content-Type": "text/plain", "content-language": "en", "Accept": "text/plain"]
        let request = try #require(try next("POST", status: 303, to: "/q", headers: headers, body: .text("hello")))
        #expect(request.headers == ["Accept": "text/plain"])
        guard case .none = request.body else {
            Issue.record("the body was kept")
            return
        }
    }

    @Test(arguments: [307, 308])
    func `a method that stays repeats its body`(status: Int) throws {
        let request = try #require(try next("POST", status: status, to: "/q", body: .text("hello")))
        guard case .bytes(let bytes) = request.body else {
            Issue.record("the body was lost")
            return
        }
        #expect(bytes == Array("hello".utf8))
    }

    @Test(
        arguments: [301, 302, 303, 307, 308], ["https://b.example/", "https://a.example:8443/", "https://A.example/"])
    func `credentials stay with their origin`(status: Int, location: String) throws {
        let headers: HTTPHeaders = [
            "authorization": "Bearer t", "Cookie": "c=1", "DPoP": "proof", "Proxy-Authorization": "Basic p",
            "Host": "a.example", "Accept": "text/plain",
        ]
        let request = try #require(try next(status: status, to: location, headers: headers))
        let isSameOrigin = location == "https://A.example/"
        #expect(request.headers == (isSameOrigin ? headers : ["Accept": "text/plain"]))
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `leak 3: a field that a caller set stays with its origin, whatever its name`(status: Int) throws {
        let portable: HTTPHeaders = ["Accept": "text/plain", "User-Agent": "test", "Range": "bytes=0-9"]
        var headers = portable
        for name in ["X-Api-Key", "X-Auth-Token", "Cookie", "Content-Type", "X-Anything"] { headers.add(name, "v") }
        #expect(try next(status: status, to: "https://b.example/", headers: headers)?.headers == portable)
        #expect(try next(status: status, to: "/q", headers: headers)?.headers == headers)
    }

    @Test(arguments: [(307, "POST"), (308, "POST"), (301, "PUT"), (302, "PATCH")])
    func `leak 3: a body is not sent again to another origin`(status: Int, method: String) throws {
        #expect(try next(method, status: status, to: "https://b.example/q", body: .text("hello")) == nil)
        #expect(try next(method, status: status, to: "/q", body: .text("hello"))?.method == method)
    }

    @Test func `leak 3: the client certificate is not offered once a redirect has led to another origin`() throws {
        #expect(try next(to: "/q")?.offersClientCertificate == true)
        let foreign = try #require(try next(to: "https://b.example/q"))
        #expect(!foreign.offersClientCertificate)
        var policy = RedirectPolicy()
        let back = try policy.request(following: foreign, status: 302, headers: ["Location": "https://a.example/"])
        #expect(back?.offersClientCertificate == false)
    }

    @Test func `http to https is another origin`() throws {
        let request = try next(
            from: "http://a.example/", to: "https://a.example/", headers: ["Authorization": "Bearer t"])
        #expect(request?.headers["Authorization"] == nil)
    }

    @Test(arguments: [
        "http://a.example/", "ftp://a.example/", "javascript:alert(1)", "https://u:p@a.example/", "https:///",
    ])
    func `a target that must not be followed is refused`(location: String) throws {
        #expect(throws: TransportError.self) { try next(to: location) }
    }

    @Test func `a downgrade is refused with the origin it leads to`() throws {
        let error = #expect(throws: TransportError.self) { try next(to: "http://b.example:81/") }
        #expect(error == .redirectRefused("it goes from https to http (http://b.example:81)"))
    }

    @Test(arguments: [200, 300, 304, 305, 404])
    func `other statuses are the response`(status: Int) throws {
        #expect(try next(status: status, to: "/q") == nil)
    }

    @Test func `an answer without a target, or whose redirects are not to be followed, is the response`() throws {
        var policy = RedirectPolicy()
        var request = HTTPRequest(url: try url("https://a.example/"))
        #expect(try policy.request(following: request, status: 302, headers: [:]) == nil)
        #expect(try policy.request(following: request, status: 302, headers: ["Location": ""]) == nil)
        request.redirects = .doNotFollow
        #expect(try policy.request(following: request, status: 302, headers: ["Location": "/q"]) == nil)
    }

    @Test func `a one-shot body is not sent again, but may be dropped`() throws {
        let body = HTTPBody.stream(HTTPBodyStream(chunks: AsyncThrowingStream { $0.finish() }))
        #expect(try next("POST", status: 307, to: "/q", body: body) == nil)
        #expect(try next("PUT", status: 302, to: "/q", body: body) == nil)
        #expect(try next("POST", status: 303, to: "/q", body: body)?.method == "GET")
    }

    @Test func `ten redirects are followed and told, the eleventh is refused`() throws {
        var policy = RedirectPolicy()
        var request = HTTPRequest(url: try url("https://a.example/0"), headers: ["Authorization": "Bearer t"])
        for hop in 1...10 {
            let host = hop < 5 ? "a" : "b"
            let location = "https://\(host).example/\(hop)"
            request = try #require(
                try policy.request(following: request, status: 302, headers: ["Location": location]))
        }
        #expect(policy.followed.count == 10)
        #expect(
            policy.followed.map(\.keptAuthorization) == [true, true, true, true] + Array(repeating: false, count: 6))
        #expect(policy.followed.first?.from.absoluteString == "https://a.example/0")
        #expect(policy.followed.last?.to.absoluteString == "https://b.example/10")
        let last = request
        #expect(throws: TransportError.redirectRefused("more than 10 redirects")) {
            try policy.request(following: last, status: 302, headers: ["Location": "/11"])
        }
    }

    @Test func `a circle is refused as soon as it closes`() throws {
        var policy = RedirectPolicy()
        let first = HTTPRequest(url: try url("https://a.example/1"))
        let second = try #require(try policy.request(following: first, status: 302, headers: ["Location": "/2"]))
        #expect(throws: TransportError.self) {
            try policy.request(following: second, status: 302, headers: ["Location": "/1"])
        }
    }
}
