import CurlTransport
import FoundationEssentials
import HTTPServer
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ProxyTests {
    @Test func `a configured proxy is asked for every request, loopback ones too`() async throws {
        let targets = Collector<String>()
        let proxy = try RawServer { connection in
            let head = connection.readHead()
            targets.add(String(head.prefix { $0 != "\r\n" }))
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nproxy")
        }
        let transport = CurlTransport.patient { $0.proxy = "http://127.0.0.1:\(proxy.port)" }
        for url in ["http://api.invalid/x", "http://127.0.0.1:1/y"] {
            let response = try await transport.send(HTTPRequest(url: try #require(URL(string: url))))
            #expect(response.text == "proxy")
        }
        #expect(targets.all == ["GET http://api.invalid/x HTTP/1.1", "GET http://127.0.0.1:1/y HTTP/1.1"])
    }

    @Test func `a proxy's own answer to CONNECT is not taken for the server's`() async throws {
        let proxy = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
        }
        let transport = CurlTransport.patient { $0.proxy = "http://127.0.0.1:\(proxy.port)" }
        let url = try #require(URL(string: "https://api.invalid/"))
        let error = try await failure(of: transport, HTTPRequest(url: url))
        guard case .brokenOff = error else {
            Issue.record("\(error)")
            return
        }
    }
}
