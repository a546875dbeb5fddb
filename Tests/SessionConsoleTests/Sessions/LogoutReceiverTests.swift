import CurlTransport
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

/// `--logout-port`: the provider says that it has ended the session.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct LogoutReceiverTests {
    @Test func `the provider's logout ends the session before any 401, with its own cause`() async throws {
        let port = try ReservedPort()
        let uri = "http://127.0.0.1:\(port.number)/backchannel-logout"
        let console = try await Console(provider: ["--token-lifetime", "1h", "--backchannel-logout-uri", uri])
        try await console.signIn()
        let before = try await console.provider.tokenRequests("refresh_token")
        let follower = try console.program.start("status", "--follow", "--json", "--logout-port", "\(port.number)")
        _ = try await blocking { try follower.line { !$0.isEmpty } }
        for (method, path, body, status) in [
            ("GET", "/backchannel-logout", "", 405), ("POST", "/elsewhere", "logout_token=x", 404),
            ("POST", "/backchannel-logout", "", 400), ("POST", "/backchannel-logout", "logout_token=x", 400),
            ("POST", "/backchannel-logout", "logout_token=x&logout_token=y", 400),
        ] {
            let url = try #require(URL(string: "http://127.0.0.1:\(port.number)\(path)"))
            let request = HTTPRequest(
                method: method, url: url, headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: method == "GET" ? .none : .text(body))
            let response = try await CurlTransport().send(request)
            #expect(response.status == status)
            #expect(response.headers["Cache-Control"] == "no-store")
            if status == 400 {
                #expect(try JSONValue(parsing: response.body)["error"] == "invalid_request")
            }
        }
        #expect(try await console.json("status")["state"] == "authenticated")
        try await console.provider.control("revoke-session", ["username": "alice"])
        let result = try await blocking { try follower.finish() }
        #expect(result.status == 4)
        let last = try JSONValue(parsing: try #require(result.lines.last).utf8)
        #expect(last["ending"]?["end"]?["reason"] == "logged_out_by_provider")
        #expect(last["text"]?.string?.contains("the provider ended the session (back-channel logout)") == true)
        #expect(result.errorText.contains("Logout tokens are received at \(uri)"))
        // Nothing was asked, and every other process knows.
        #expect(try await console.provider.tokenRequests("refresh_token") == before)
        #expect(try await console.json("status")["end"]?["reason"] == "logged_out_by_provider")
        #expect(try await console.run("status", "--short").lines == ["default forced-out"])
    }

    @Test func `a port that is taken, or a command that does not stay open, is an error`() async throws {
        let console = try await Console()
        try await console.signIn()
        let issuer = try #require(URL(string: console.provider.announcement.issuer)?.port)
        let taken = try await console.run("status", "--follow", "--logout-port", "\(issuer)")
        #expect(taken.status == 1 && taken.errorText.contains("Port \(issuer) is taken"))
        let short = try await console.run("token", "--logout-port", "0")
        #expect(short.status == 2 && short.errorText.contains("--watch is missing"))
        #expect(try await console.run("status", "--logout-port", "0").errorText.contains("--follow is missing"))
    }
}
