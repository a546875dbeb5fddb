import FoundationEssentials
import HTTPServer
import SessionCore
import TestSupport
import Testing

@testable import CurlTransport

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ProxyTests {
    @Test func `leak 3: a configured proxy is asked for every request but those to a loopback address`() async throws {
        let server = try HTTPServer.start { _ in ServerResponse(contentType: "text/plain", text: "direct") }
        let targets = Collector<String>()
        let proxy = try RawServer { connection in
            let head = connection.readHead()
            targets.add(String(head.prefix { $0 != "\r\n" }))
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nproxy")
        }
        let transport = CurlTransport.patient { $0.proxy = "http://127.0.0.1:\(proxy.port)" }
        for (url, answer) in [
            ("http://api.invalid/x", "proxy"), ("http://127.0.0.1:\(server.port)/y", "direct"),
            ("http://localhost:\(server.port)/y", "direct"), ("http://api.invalid/z", "proxy"),
        ] {
            let response = try await transport.send(HTTPRequest(url: try #require(URL(string: url))))
            #expect(response.text == answer)
        }
        #expect(targets.all == ["GET http://api.invalid/x HTTP/1.1", "GET http://api.invalid/z HTTP/1.1"])
    }

    @Test(arguments: [407, 403, 502])
    func `truth 9: what a proxy answers that makes no connection is told as the proxy's`(status: Int) async throws {
        let proxy = try RawServer { connection in
            _ = connection.readHead()
            connection.write(
                "HTTP/1.1 \(status) No\r\nContent-Length: 0\r\nProxy-Authenticate: Basic realm=\"p\"\r\n\r\n")
            _ = connection.sawClose()
        }
        let transport = CurlTransport.patient { $0.proxy = "http://127.0.0.1:\(proxy.port)" }
        let url = try #require(URL(string: "https://id.invalid/"))
        let error = try await failure(of: transport, HTTPRequest(url: url))
        #expect(error == .proxyRefused(status: status))
        #expect("\(error)".contains("proxy") && "\(error)".contains("\(status)"))
    }

    @Test(arguments: [
        ("http://127.0.0.1:1/", true), ("https://localhost/", true), ("http://[::1]/", true),
        ("http://127.0.0.1.example/", false), ("http://evil-localhost/", false), ("https://api.example/", false),
    ])
    func `leak 3: a proxy that the environment names is not asked for a loopback address`(
        url: String, goesDirectly: Bool
    ) throws {
        let request = HTTPRequest(url: try #require(URL(string: url)))
        func form(_ configuration: CurlTransport.Configuration, environment: Bool) throws -> RequestForm {
            try RequestForm(of: request, url: url, configuration: configuration, environmentNamesProxy: environment)
        }
        #expect(try form(CurlTransport.Configuration(), environment: true).goesDirectly == goesDirectly)
        #expect(
            try form(CurlTransport.Configuration(proxy: "http://p:1"), environment: false).goesDirectly == goesDirectly)
        #expect(try !form(CurlTransport.Configuration(), environment: false).goesDirectly)
        #expect(try !form(CurlTransport.Configuration(proxy: ""), environment: true).goesDirectly)
    }

    @Test func `leak 3: a request that withholds the client certificate has a form of its own`() throws {
        var request = HTTPRequest(url: try #require(URL(string: "https://api.example/")))
        let url = request.url.absoluteString
        let form = try RequestForm(of: request, url: url, configuration: CurlTransport.Configuration())
        #expect(form.fits(request, url: url))
        request.offersClientCertificate = false
        #expect(!form.fits(request, url: url))
    }

    @Test func `a proxy's own answer to CONNECT is not taken for the server's`() async throws {
        let proxy = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
        }
        let transport = CurlTransport.patient { $0.proxy = "http://127.0.0.1:\(proxy.port)" }
        let url = try #require(URL(string: "https://api.invalid/"))
        let error = try await failure(of: transport, HTTPRequest(url: url))
        #expect(error == .proxyRefused(status: 403))
    }
}
