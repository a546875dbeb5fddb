import FoundationEssentials
import Glibc
import HTTPServer
import SessionHTTP
import TestSupport
import Testing

@testable import CurlTransport

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct DiallerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func origin(_ text: String) throws -> Origin {
        let url = try #require(URL(string: text))
        return try #require(Origin(url))
    }

    private static func server() throws -> HTTPServer {
        let identity = HTTPServer.TLSIdentity(certificate: Certificates.server, key: Certificates.serverKey)
        return try HTTPServer.start(tls: identity) { request in
            ServerResponse(contentType: "text/plain", text: request.target)
        }
    }

    /// Sends a request over a connection and reads what comes, waiting where there is nothing yet.
    private func ask(_ connection: DialledConnection, until end: String) -> String {
        _ = Array("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8).withUnsafeBytes { connection.send($0) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: text, as: UTF8.self).hasSuffix(end) {
            switch buffer.withUnsafeMutableBytes({ connection.receive(into: $0) }) {
            case .moved(let count): text += buffer.prefix(count)
            case .waits:
                var socket = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&socket, 1, Int32(patience.components.seconds * 1000)) == 1 else { return "nothing came" }
            case .ended, .failed: return "closed"
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    @Test func `a connection is as trusted as a request's, and speaks HTTP 1`() async throws {
        let server = try Self.server()
        let secure = try origin(server.origin)
        var configuration = CurlTransport.Configuration.patient
        configuration.certificateAuthorityFile = try folder.file("ca.pem", Certificates.authority)
        let dialler = Dialler(configuration)
        let answer = try await blocking { ask(try dialler.dial(secure) { false }, until: "/hello") }
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        await server.stop()
    }

    @Test func `an unknown authority, another pin and a port where nobody listens are told as for a request`()
        async throws
    {
        let server = try Self.server()
        let secure = try origin(server.origin)
        var pinned = CurlTransport.Configuration.patient
        pinned.certificateAuthorityFile = try folder.file("ca.pem", Certificates.authority)
        pinned.pinnedPublicKey = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        let reserved = try ReservedPort()
        let closed = try origin("http://127.0.0.1:\(reserved.number)")
        for (configuration, origin) in [(.patient, secure), (pinned, secure), (.patient, closed)] {
            let url = try #require(URL(string: "\(origin)/"))
            let expected = try await failure(of: CurlTransport(configuration), HTTPRequest(url: url))
            let found = try await blocking {
                do throws(TransportError) {
                    _ = try Dialler(configuration).dial(origin) { false }
                    return nil as TransportError?
                } catch {
                    return error
                }
            }
            #expect(found == expected)
        }
        await server.stop()
    }

    @Test func `beyond this machine the proxy makes the connection, for http as well`() async throws {
        let targets = Collector<String>()
        let proxy = try RawServer { connection in
            targets.add(String(connection.readHead().prefix { $0 != "\r\n" }))
            connection.write("HTTP/1.1 200 OK\r\n\r\n")
            targets.add(String(connection.readHead().prefix { $0 != "\r\n" }))
            connection.write("/hello")
        }
        let far = try origin("http://api.invalid")
        let dialler = Dialler(CurlTransport.Configuration(proxy: "http://127.0.0.1:\(proxy.port)"))
        let answer = try await blocking { ask(try dialler.dial(far) { false }, until: "/hello") }
        #expect(answer == "/hello")
        #expect(targets.all == ["CONNECT api.invalid:80 HTTP/1.1", "GET /hello HTTP/1.1"])
    }

    @Test func `an attempt that is given up ends`() async throws {
        let silent = try RawServer(backlog: 1) { connection in _ = connection.readText(1 << 30) }
        let secure = try origin("https://127.0.0.1:\(silent.port)")
        let error = try await blocking {
            do throws(TransportError) {
                _ = try Dialler(.patient).dial(secure) { true }
                return nil as TransportError?
            } catch {
                return error
            }
        }
        #expect(error == .cancelled)
    }

    @Test func `an address of a kind that is not allowed is not connected to`() async throws {
        let server = try RawServer()
        let near = try origin("http://127.0.0.1:\(server.port)")
        var configuration = CurlTransport.Configuration.patient
        configuration.addresses = [.global]
        let dialler = Dialler(configuration)
        let error = try await blocking {
            do throws(TransportError) {
                _ = try dialler.dial(near) { false }
                return nil as TransportError?
            } catch {
                return error
            }
        }
        #expect(error == .addressNotAllowed(host: "127.0.0.1", .loopback))
    }
}
