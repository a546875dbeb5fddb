import CurlTransport
import FoundationEssentials
import LoopbackRedirect
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct PortTests {
    @Test func `a taken port is named`() async throws {
        let first = try LoopbackRedirect(redirectURI: url("http://127.0.0.1:0/callback"))
        let uri = try await first.open()
        let port = try #require(uri.port)
        let second = try LoopbackRedirect(redirectURI: uri)
        let error = await #expect(throws: SessionError.self) { try await second.open() }
        #expect("\(try #require(error))".contains("port \(port) is taken"))
        await first.close(succeeded: false)
    }

    @Test func `closing frees the port at once`() async throws {
        let port = try ReservedPort()
        let uri = try url("http://127.0.0.1:\(port.number)/callback")
        for _ in 1...2 {
            let receiver = try LoopbackRedirect(redirectURI: uri)
            #expect(try await receiver.open() == uri)
            await receiver.close(succeeded: false)
        }
        withExtendedLifetime(port) {}
    }

    @Test func `the port is free after a page was delivered`() async throws {
        let port = try ReservedPort()
        let receiver = try LoopbackRedirect(redirectURI: url("http://127.0.0.1:\(port.number)/callback"))
        let uri = try await receiver.open()
        let page = Task {
            try await CurlTransport.patient().send(HTTPRequest(url: url("\(uri.absoluteString)?code=c&state=s")))
        }
        for await _ in receiver.responses() { break }
        await receiver.close(succeeded: true)
        #expect(try await page.value.status == 200)
        let successor = try LoopbackRedirect(redirectURI: uri)
        #expect(try await successor.open() == uri)
        await successor.close(succeeded: false)
        withExtendedLifetime(port) {}
    }

    @Test func `a receiver can be opened again`() async throws {
        let receiver = try LoopbackRedirect(redirectURI: url("http://127.0.0.1:0/callback"))
        _ = try await receiver.open()
        await receiver.close(succeeded: false)
        let uri = try await receiver.open()
        let page = Task {
            try await CurlTransport.patient().send(HTTPRequest(url: url("\(uri.absoluteString)?state=second")))
        }
        var arrived: URL?
        for await url in receiver.responses() {
            arrived = url
            break
        }
        #expect(arrived?.query == "state=second")
        await receiver.close(succeeded: true)
        #expect(try await page.value.status == 200)
    }

    @Test func `closing what is not open does nothing`() async throws {
        let receiver = try LoopbackRedirect(redirectURI: url("http://127.0.0.1:0/callback"))
        await receiver.close(succeeded: true)
        await receiver.close(succeeded: false)
        for await url in receiver.responses() { Issue.record("\(url) came from nowhere") }
    }

    @Test(arguments: [
        "https://127.0.0.1/callback", "http://192.0.2.1:8400/callback", "http://example.com/callback",
        "com.example.app:/callback", "http://127.0.0.1:0/callback?a=b", "http://127.0.0.1:0/callback#f",
        "http://127.0.0.2:0/callback",
    ])
    func `a redirect URI that a terminal program can't serve is refused and named`(uri: String) throws {
        let error = #expect(throws: SessionError.self) { try LoopbackRedirect(redirectURI: url(uri)) }
        guard case .invalidConfiguration(setting: .redirectURI, let reason) = try #require(error) else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains(uri))
    }
}
