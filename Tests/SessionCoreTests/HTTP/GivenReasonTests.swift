import HostSystem
import FoundationEssentials
import Testing

@testable import SessionCore

/// What is said of an answer that refuses, with the provider's own words where it has some.
@Suite(.timeLimit(.minutes(5))) struct GivenReasonTests {
    private func error(_ body: String, _ status: Int = 403, type: String? = "application/json") throws -> SessionError {
        let url = try #require(URL(string: "https://id.example/token"))
        let headers: HTTPHeaders = type.map { ["Content-Type": $0] } ?? [:]
        return HTTPResponse(status: status, headers: headers, body: Array(body.utf8), url: url)
            .failure(during: .token, now: Date(timeIntervalSince1970: 0))
    }

    @Test(arguments: [
        #"{"message":"Token revoked"}"#, #"{"error":{"code":190,"message":"Token revoked"}}"#,
        #"{"errorCode":"E0000011","errorSummary":"Token revoked","errorCauses":[]}"#,
        #"{"type":"about:blank","title":"Forbidden","detail":"Token revoked"}"#, #"{"title":"Token revoked"}"#,
        #"{"errors":[{"message":"Token revoked"},{"message":"other"}]}"#, #"{"errors":["Token revoked"]}"#,
        #"{"msg":"Token revoked"}"#, #"[{"errorCode":"INVALID","message":"Token revoked"}]"#,
        #"{"error_description":"Token revoked"}"#, #"{"message":"  ","msg":" Token\r\n revoked. "}"#,
    ])
    func `truth 5: a reason is told, whatever the provider calls it`(body: String) throws {
        #expect(try "\(error(body))" == #"token: the server answered 403: "Token revoked""#)
    }

    @Test(arguments: [nil, "text/plain", "text/plain; charset=utf-8", "text/markdown"] as [String?])
    func `truth 5: a text body is told in one line and in quotes`(type: String?) throws {
        let error = try error("Account\r\nlocked.\n", 401, type: type)
        #expect("\(error)" == #"token: the server answered 401: "Account locked""#)
    }

    @Test func `truth 5: a page is told by its title, unless that repeats the status`() throws {
        let page = "<html><head><title>\n Account locked </title></head><body>long</body></html>"
        #expect(try "\(error(page, type: "text/html"))".hasSuffix(#"403: "Account locked""#))
        let plain = "<html><head><title>403 Forbidden</title></head><body></body></html>"
        #expect(try "\(error(plain, type: "text/html"))" == "token: the server answered 403 and gives no reason")
    }

    @Test(arguments: [
        ("", "application/json"), ("{}", "application/json"), (#"{"message":7}"#, "application/json"),
        (" \n", "text/plain"), ("\u{1}\u{2}", "text/plain"), ("text", "application/octet-stream"),
        (#"{"error":{}}"#, "application/json"),
    ])
    func `truth 5: where nothing is said, that is told`(body: String, type: String) throws {
        #expect(try "\(error(body, type: type))" == "token: the server answered 403 and gives no reason")
    }

    @Test func `truth 5: an OAuth error takes the provider's words where it has no description`() throws {
        let body = #"{"error":"Bad Request","status":400,"message":"Invalid refresh token"}"#
        guard case .refused(let refusal, .token) = try error(body, 400) else {
            Issue.record("not a refusal")
            return
        }
        #expect(refusal.detail == "Invalid refresh token")
        #expect(refusal.description == "Bad Request: Invalid refresh token")
    }

    @Test func `truth 5: what passes by itself has its reason, too`() throws {
        let body = #"{"error":"temporarily_unavailable","error_description":"Back at 9."}"#
        #expect(try "\(error(body, 503))" == #"token: the server answered 503: "temporarily_unavailable: Back at 9""#)
    }

    @Test func `truth 5: the reason is scrubbed, and cut after that`() throws {
        let secret = "s3cret-refresh-token-0123456789"
        let scrubber = Scrubber([secret])
        let long = String(repeating: "x", count: 190)
        let words = try "\(error("\(long) \(secret) and more", type: "text/plain").mapTexts(scrubber))"
        #expect(!words.contains("s3cret"), "\(words)")
        #expect(words.utf8.count < 260)
    }

    @Test func `truth 9: a full stop that a provider writes is not doubled, and a line break not drawn`() throws {
        let error = OAuthError(code: "access_denied", detail: "The user\r\nsaid no.")
        #expect("\(SessionError.signInDenied(error))" == "the sign-in was refused with access_denied: The user said no")
        #expect(SessionError.signInDenied(error).errorDescription?.hasSuffix("said no.") == true)
        #expect(error.detail == "The user\r\nsaid no.")
        let challenge = AuthenticationChallenge(
            scheme: "Bearer", parameters: ["error": "invalid_token", "error_description": "It has expired."])
        #expect(ChallengeWords.of(challenge) == "invalid_token: It has expired")
    }

    @Test func `truth 9: 429 is told in words`() throws {
        #expect(try "\(error("", 429))" == "token: the server answered 429 (too many requests)")
    }

    @Test(arguments: [37, 95, 38])
    func `truth 9: a file system without locks is told apart from a file that can't be used`(code: Int32) {
        guard case .noLocks(let reason) = StoreError(ofLock: FileFailure("/net/a.lock", .system(code))) else {
            Issue.record("told as another obstacle")
            return
        }
        #expect(reason.contains("/net/a.lock"))
        #expect(StoreError(ofLock: FileFailure("/a.lock", .system(13))) == .lockFailed("/a.lock: Permission denied"))
    }

    @Test func `truth 5: a browser's error keeps its description`() throws {
        let url = try #require(
            URL(string: "http://127.0.0.1/cb?error=access_denied&error_description=The%20user%20said%20no.&state=s"))
        let event = SessionEvent(
            sequence: 1, time: Date(timeIntervalSince1970: 0), generation: 1, cause: nil,
            kind: .authorizationAnswered(AuthorizationMessage(url)))
        #expect(event.words.detail == "browser came back with access_denied: The user said no")
    }
}
