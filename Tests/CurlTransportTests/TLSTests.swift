import CurlTransport
import FoundationEssentials
import HTTPServer
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TLSTests {
    private let folder: TemporaryFolder
    private let server: HTTPServer

    init() throws {
        folder = try TemporaryFolder()
        let identity = HTTPServer.TLSIdentity(certificate: Certificates.server, key: Certificates.serverKey)
        server = try HTTPServer.start(tls: identity) { request in
            ServerResponse(contentType: "text/plain", text: request.target)
        }
    }

    private func configuration() throws -> CurlTransport.Configuration {
        var configuration = CurlTransport.Configuration.patient
        configuration.certificateAuthorityFile = try folder.file("ca.pem", Certificates.authority)
        return configuration
    }

    private func reason(_ configuration: CurlTransport.Configuration, _ url: URL? = nil) async throws -> String {
        let error = try await failure(of: CurlTransport(configuration), HTTPRequest(url: try url ?? server.url("/")))
        guard case .tls(_, let reason) = error else {
            Issue.record("\(error)")
            return ""
        }
        return reason
    }

    @Test func `a private authority is trusted, and the connection's facts are told`() async throws {
        let transport = CurlTransport(try configuration())
        let first = try await transport.send(HTTPRequest(url: try server.url("/one")))
        #expect(first.text == "/one")
        let facts = try #require(first.connection?.tls)
        #expect(["TLSv1.2", "TLSv1.3"].contains(facts.version))
        #expect(facts.cipher.contains("AES") || facts.cipher.contains("CHACHA20"))
        #expect(facts.certificateSubject == "O = session-console tests, CN = Test server")
        #expect(facts.certificateIssuer == "O = session-console tests, CN = Test authority")
        #expect(facts.certificateExpiry == Date(timeIntervalSince1970: 4_733_510_400))
        let timings = try #require(first.timings)
        #expect(timings.connect < timings.tls && timings.tls < timings.firstByte)

        let second = try await transport.send(HTTPRequest(url: try server.url("/two")))
        #expect(second.connection?.isReused == true)
        #expect(second.connection?.tls == facts)
        #expect(second.timings?.tls == .zero)
    }

    @Test func `an unknown authority is refused`() async throws {
        #expect(try await reason(.patient).contains("certificate"))
    }

    @Test func `a certificate for another name is refused`() async throws {
        // Resolved on this machine (RFC 6761 §6.3); the certificate is for `localhost` itself.
        let foreign = try #require(URL(string: "https://other.localhost:\(server.port)/"))
        #expect(try await reason(configuration(), foreign).contains("other.localhost"))
        let named = try #require(URL(string: "https://localhost:\(server.port)/"))
        #expect(try await CurlTransport(configuration()).send(HTTPRequest(url: named)).status == 200)
    }

    @Test func `a pinned key is accepted, another one is refused`() async throws {
        var configuration = try configuration()
        configuration.pinnedPublicKey = Certificates.serverPin
        #expect(try await CurlTransport(configuration).send(HTTPRequest(url: try server.url("/"))).status == 200)
        configuration.pinnedPublicKey = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        #expect(try await reason(configuration).contains("public key"))
    }

    @Test func `files that are missing or no PEM are named as TLS failures`() async throws {
        #expect(try await !reason(CurlTransport.Configuration(certificateAuthorityFile: "/nowhere/ca.pem")).isEmpty)
        var configuration = try configuration()
        configuration.clientCertificate = CurlTransport.ClientCertificate(
            certificateFile: try folder.file("client.pem", "no certificate"),
            keyFile: try folder.file("client.key", Certificates.clientKey))
        #expect(try await !reason(configuration).isEmpty)
    }

    @Test func `leak 3: a request that withholds the client certificate does without its files`() async throws {
        var configuration = try configuration()
        configuration.clientCertificate = CurlTransport.ClientCertificate(
            certificateFile: try folder.file("client.pem", "no certificate"),
            keyFile: try folder.file("client.key", Certificates.clientKey))
        let transport = CurlTransport(configuration)
        var request = HTTPRequest(url: try server.url("/"))
        for _ in 0..<2 {
            request.offersClientCertificate = false
            #expect(try await transport.send(request).status == 200)
            request.offersClientCertificate = true
            _ = try await failure(of: transport, request)
        }
    }

    @Test func `a client certificate does not disturb a server that asks for none`() async throws {
        var configuration = try configuration()
        configuration.clientCertificate = CurlTransport.ClientCertificate(
            certificateFile: try folder.file("client.pem", Certificates.client),
            keyFile: try folder.file("client.key", Certificates.clientKey))
        #expect(try await CurlTransport(configuration).send(HTTPRequest(url: try server.url("/"))).status == 200)
    }

    @Test func `a server that does not speak TLS is a TLS failure`() async throws {
        let plain = try HTTPServer.start { _ in ServerResponse() }
        let url = try #require(URL(string: "https://127.0.0.1:\(plain.port)/"))
        #expect(try await !reason(configuration(), url).isEmpty)
    }

    @Test func `a server that is silent in the handshake runs into the time-out there`() async throws {
        let silent = try RawServer { _ = $0.readHead() }
        let transport = CurlTransport.patient { $0.connectTimeout = .seconds(3) }
        let url = try #require(URL(string: "https://127.0.0.1:\(silent.port)/"))
        #expect(try await failure(of: transport, HTTPRequest(url: url)) == .timedOut(.tls))
    }

    @Test func `a redirect from https to http is refused`() async throws {
        let identity = HTTPServer.TLSIdentity(certificate: Certificates.server, key: Certificates.serverKey)
        let redirecting = try HTTPServer.start(tls: identity) { _ in
            ServerResponse(status: 302, headers: ["Location": "http://127.0.0.1:1/"])
        }
        let transport = CurlTransport(try configuration())
        let error = try await failure(of: transport, HTTPRequest(url: try redirecting.url("/")))
        #expect(error.after(nil) == .redirectRefused("it goes from https to http (http://127.0.0.1:1)"))
    }
}
