import CurlTransport
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// Against nginx, where it is installed: `SESSION_CONSOLE_NGINX=1 swift test --filter HTTP2Tests`.
@Suite(.timeLimit(.minutes(5)), .enabled(if: Nginx.isWanted), .limitedParallelism)
struct HTTP2Tests {
    private let nginx: Nginx

    init() throws { nginx = try Nginx() }

    private func configuration(withCertificate: Bool = false) throws -> CurlTransport.Configuration {
        var configuration = CurlTransport.Configuration.patient
        configuration.certificateAuthorityFile = try nginx.folder.file("trust.pem", Certificates.authority)
        if withCertificate {
            configuration.clientCertificate = CurlTransport.ClientCertificate(
                certificateFile: try nginx.folder.file("client.pem", Certificates.client),
                keyFile: try nginx.folder.file("client.key", Certificates.clientKey))
        }
        return configuration
    }

    /// Waits until nginx listens.
    private func firstResponse(_ transport: CurlTransport) async throws -> HTTPResponse {
        let deadline = ContinuousClock.now + patience
        while true {
            do {
                return try await transport.send(HTTPRequest(url: nginx.url))
            } catch {
                guard case .couldNotConnect = error, ContinuousClock.now < deadline else { throw error }
                await Task.yield()
            }
        }
    }

    @Test func `HTTP/2 is agreed on, and its header fields are read like any others`() async throws {
        let response = try await firstResponse(CurlTransport(try configuration()))
        #expect(response.version == "2")
        #expect(response.text == "HTTP/2.0 NONE /")
        #expect(response.headers["Content-Type"] == "text/plain")
        #expect(response.connection?.tls?.version == "TLSv1.3")
    }

    @Test func `the client's certificate is shown and accepted`() async throws {
        let response = try await firstResponse(CurlTransport(try configuration(withCertificate: true)))
        #expect(response.text == "HTTP/2.0 SUCCESS /")
    }

    @Test func `leak 3: a request that withholds the client's certificate shows none`() async throws {
        let transport = CurlTransport(try configuration(withCertificate: true))
        _ = try await firstResponse(transport)
        var request = HTTPRequest(url: nginx.url)
        for (offers, verdict) in [(true, "SUCCESS"), (false, "NONE"), (true, "SUCCESS")] {
            request.offersClientCertificate = offers
            #expect(try await transport.send(request).text == "HTTP/2.0 \(verdict) /")
        }
    }

    @Test func `many requests share connections and facts`() async throws {
        let transport = CurlTransport(try configuration())
        let facts = try await firstResponse(transport).connection?.tls
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask { [url = nginx.url] in
                    let response = try await transport.send(
                        HTTPRequest(method: "POST", url: url.appendingPathComponent("\(number)"), body: .text("hello")))
                    #expect(response.text == "HTTP/2.0 NONE /\(number)")
                    #expect(response.connection?.tls == facts)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `cancelling one stream leaves its connection to the others`() async throws {
        let transport = CurlTransport(try configuration())
        _ = try await firstResponse(transport)
        for yields in 0..<50 {
            let task = Task { [url = nginx.url] in try await transport.send(HTTPRequest(url: url)) }
            for _ in 0..<yields { await Task.yield() }
            task.cancel()
            _ = await task.result
        }
        #expect(try await transport.send(HTTPRequest(url: nginx.url)).connection?.isReused == true)
    }
}
