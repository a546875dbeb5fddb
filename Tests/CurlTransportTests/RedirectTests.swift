import CurlTransport
import FoundationEssentials
import HTTPServer
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct RedirectTests {
    private static func describe(_ request: ServerRequest) -> ServerResponse {
        let authorization = request.headers["Authorization"] ?? "none"
        let body = String(decoding: request.body, as: UTF8.self)
        return ServerResponse(
            contentType: "text/plain", text: "\(request.method) \(request.target) \(authorization) \(body)")
    }

    private static func redirect(_ status: Int, to location: String) -> ServerResponse {
        ServerResponse(status: status, headers: ["Location": location], body: .bytes(Array("moved".utf8)))
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `another origin is reached without the bearer`(status: Int) async throws {
        let other = try HTTPServer.start { Self.describe($0) }
        let server = try HTTPServer.start { [origin = other.origin] _ in Self.redirect(status, to: origin + "/there") }
        let response = try await CurlTransport.patient().send(
            HTTPRequest(url: try server.url("/here"), headers: ["Authorization": "Bearer t"]))
        #expect(response.status == 200)
        #expect(response.text == "GET /there none ")
        #expect(response.url == (try other.url("/there")))
        #expect(response.redirects.map(\.status) == [status])
        #expect(response.redirects.map(\.keptAuthorization) == [false])
    }

    @Test func `the same origin gets the bearer again`() async throws {
        let server = try HTTPServer.start { request in
            request.path == "/a" ? Self.redirect(307, to: "/b?c=1") : Self.describe(request)
        }
        let response = try await CurlTransport.patient().send(
            HTTPRequest(
                method: "POST", url: try server.url("/a"), headers: ["Authorization": "Bearer t"], body: .text("hi")))
        #expect(response.text == "POST /b?c=1 Bearer t hi")
        #expect(response.redirects.map(\.keptAuthorization) == [true])
        #expect(response.redirects.allSatisfy { ($0.duration ?? .zero) > .zero })
    }

    @Test func `a redirect that is not to be followed is the response`() async throws {
        let server = try HTTPServer.start { _ in Self.redirect(302, to: "/b") }
        let response = try await CurlTransport.patient().send(
            HTTPRequest(url: try server.url("/a"), redirects: .doNotFollow))
        #expect(response.status == 302)
        #expect(response.headers["location"] == "/b")
        #expect(response.text == "moved")
        #expect(response.redirects.isEmpty)
    }

    @Test func `endless redirects end after ten`() async throws {
        let requests = Collector<String>()
        let server = try HTTPServer.start { request in
            requests.add(request.target)
            return Self.redirect(302, to: "/\((Int(request.path.dropFirst()) ?? 0) + 1)")
        }
        let error = try await failure(of: CurlTransport.patient(), HTTPRequest(url: try server.url("/0")))
        #expect(error.after(nil) == .redirectRefused("more than 10 redirects"))
        #expect(requests.all.count == 11)
    }

    @Test func `the time for the whole covers all hops together`() async throws {
        // Every hop alone is well within the time, and all that are followed are beyond it.
        let server = try HTTPServer.start { request in
            try? await Task.sleep(for: .seconds(1))
            return Self.redirect(302, to: "/\((Int(request.path.dropFirst()) ?? 0) + 1)")
        }
        let error = try await failure(
            of: CurlTransport.patient(), HTTPRequest(url: try server.url("/0"), maximumTime: .seconds(3)))
        #expect(error == .timedOut(.waiting))
    }
}
