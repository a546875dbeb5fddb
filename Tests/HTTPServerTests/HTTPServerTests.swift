import Dispatch
import HTTPServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct HTTPServerTests {
    @Test func `a request arrives as it was sent`() async throws {
        let server = try HTTPServer.start { request in
            var lines = [request.method, request.target, request.path, request.rawQuery ?? "-"]
            lines += request.query.items.map { "\($0.name)=\($0.value)" }
            lines += request.headers.values(named: "x-tag")
            lines.append(String(decoding: request.body, as: UTF8.self))
            return ServerResponse(contentType: "text/plain", text: lines.joined(separator: "\n"))
        }
        let client = try RawClient(port: server.port)
        try await client.send(
            "PUT /a%20b?q=two+words&q=%C3%A9&bare HTTP/1.1\r\nHost: h\r\nX-Tag: one\r\nx-tag: two\r\n"
                + "Content-Length: 4\r\n\r\nbody")
        let response = try await client.response()
        #expect(response.status == 200)
        #expect(
            response.text == """
                PUT
                /a%20b?q=two+words&q=%C3%A9&bare
                /a b
                q=two+words&q=%C3%A9&bare
                q=two words
                q=é
                bare=
                one
                two
                body
                """)
        await server.stop()
    }

    @Test func `as many requests as the kernel tells of at once are all answered`() async throws {
        var limits = HTTPServer.Limits()
        limits.idleTime = .zero
        let isHeld = Gate()
        let release = DispatchSemaphore(value: 0)
        let server = try HTTPServer.start(
            limits: limits,
            immediately: { request in
                if request.path == "/hold" {
                    isHeld.open()
                    release.wait()
                }
                return ServerResponse(contentType: "text/plain", text: request.path)
            }, handler: { _ in ServerResponse() })
        // libmicrohttpd's epoll takes 128 events in one go.
        let clients = try (0..<128).map { _ in try RawClient(port: server.port) }
        for client in clients { #expect(try await client.get("/first").text == "/first") }
        let holder = try RawClient(port: server.port)
        try await holder.send("GET /hold HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try await isHeld.passed()
        for client in clients { try await client.send("GET /second HTTP/1.1\r\nHost: localhost\r\n\r\n") }
        release.signal()
        for client in clients { #expect(try await client.response().text == "/second") }
        await server.stop()
    }

    @Test func `one connection serves many requests, with and without a task`() async throws {
        let server = try HTTPServer.start(
            immediately: { $0.path == "/now" ? ServerResponse(contentType: "text/plain", text: "now") : nil },
            handler: { request in
                await Task.yield()
                return ServerResponse(status: 201, contentType: "text/plain", text: "later \(request.path)")
            })
        let client = try RawClient(port: server.port)
        for number in 0..<50 {
            #expect(try await client.get("/now").text == "now")
            let later = try await client.get("/\(number)")
            #expect(later.status == 201)
            #expect(later.text == "later /\(number)")
        }
        await server.stop()
    }

    @Test func `a waiting handler holds up nobody`() async throws {
        let gate = Gate()
        let server = try HTTPServer.start { request in
            if request.path == "/waiting" { try? await gate.passed() }
            return ServerResponse(contentType: "text/plain", text: request.path)
        }
        let waiting = try (0..<20).map { _ in try RawClient(port: server.port) }
        for client in waiting { try await client.send("GET /waiting HTTP/1.1\r\nHost: h\r\n\r\n") }
        #expect(try await RawClient(port: server.port).get("/other").text == "/other")
        gate.open()
        for client in waiting { #expect(try await client.response().text == "/waiting") }
        await server.stop()
    }

    @Test func `a Date of the handler's own replaces the server's`() async throws {
        let server = try HTTPServer.start { request in
            request.path == "/own"
                ? ServerResponse(headers: ["Date": "Thu, 01 Jan 1970 00:00:00 GMT"]) : ServerResponse()
        }
        let client = try RawClient(port: server.port)
        #expect(try await client.get("/own").headers["date"] == "Thu, 01 Jan 1970 00:00:00 GMT")
        let date = try await client.get("/").headers["date"]
        #expect(date?.hasSuffix("GMT") == true)
        await server.stop()
    }

    @Test func `a response header with a line break in it never reaches the wire`() async throws {
        let server = try HTTPServer.start { _ in ServerResponse(headers: ["Location": "/\r\nSet-Cookie: a=b"]) }
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try await client.rest() == "")
        await server.stop()
    }

    @Test func `HEAD has the headers of GET and no body`() async throws {
        let server = try HTTPServer.start { _ in ServerResponse(contentType: "text/plain", text: "four") }
        let client = try RawClient(port: server.port)
        try await client.send("HEAD / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        let text = try await client.rest()
        #expect(text.contains("Content-Length: 4"))
        #expect(text.hasSuffix("\r\n\r\n"))
        await server.stop()
    }

    @Test func `an absolute target is its path`() async throws {
        let server = try HTTPServer.start { ServerResponse(contentType: "text/plain", text: $0.path) }
        #expect(try await RawClient(port: server.port).get("http://localhost/callback?code=1").text == "/callback")
        await server.stop()
    }

    @Test func `the IPv6 loopback is served too`() async throws {
        let server = try HTTPServer.start(address: .ipv6) { _ in ServerResponse(status: 204) }
        #expect(server.origin == "http://[::1]:\(server.port)")
        #expect(try await RawClient(port: server.port, address: .ipv6).get("/").status == 204)
        await server.stop()
    }

    @Test func `a taken port is named`() async throws {
        let first = try HTTPServer.start { _ in ServerResponse() }
        #expect(throws: HTTPServerError.portTaken(first.port)) {
            try HTTPServer.start(port: first.port) { _ in ServerResponse() }
        }
        #expect(HTTPServerError.portTaken(8080).description.contains("8080"))
        await first.stop()
    }

    @Test func `a stopped server's port is free at once, its last connections notwithstanding`() async throws {
        let port = try ReservedPort()
        for _ in 1...3 {
            let server = try HTTPServer.start(port: port.number) { _ in ServerResponse() }
            #expect(try await RawClient(port: port.number).get("/").status == 200)
            await server.stop()
        }
        withExtendedLifetime(port) {}
    }

    @Test(arguments: [
        "nonsense\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nno colon here\r\n\r\n",
        "GET /\(String(repeating: "x", count: 40_000)) HTTP/1.1\r\nHost: h\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nbroken off",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ])
    func `a malformed request never reaches the handler, and harms nobody`(text: String) async throws {
        let server = try HTTPServer.start { request in ServerResponse(status: request.path == "/fine" ? 204 : 500) }
        do {
            let client = try RawClient(port: server.port)
            try await client.send(text)
            if !text.contains("broken off") { #expect(try await client.rest().contains(" 500 ") == false) }
        }
        #expect(try await RawClient(port: server.port).get("/fine").status == 204)
        await server.stop()
    }
}
