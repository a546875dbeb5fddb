import FoundationEssentials
import JOSE
import SessionHTTP
import Testing

@testable import ClientObservation

/// What a token endpoint hands out or refuses is known, in whichever encoding and under whichever status it comes.
@Suite(.timeLimit(.minutes(5)))
struct AnswerShapeTests {
    private static let access = Script.secret("A1")
    private static let refresh = Script.secret("R1")

    @Test(arguments: [
        ("application/json", Script.json("A1", "R1")),
        ("text/html; charset=utf-8", Script.json("A1", "R1")),
        ("application/octet-stream", "\u{FEFF}\(Script.json("A1", "R1"))"),
        ("application/json", Script.json("A1", "R1", expiresIn: "3600")),
        (
            "application/x-www-form-urlencoded",
            "access_token=\(access)&expires_in=3600&refresh_token=\(refresh)&scope=repo%2Cgist&token_type=bearer"
        ),
        ("text/plain", "access_token=\(access)&expires_in=3600&refresh_token=\(refresh)"),
        ("application/json", "{\"ok\":true,\"authed_user\":\(Script.json("A1", "R1"))}"),
        ("application/json", "{\"message\":\"success\",\"data\":\(Script.json("A1", "R1"))}"),
        (
            "application/json",
            "{\"accessToken\":\"\(access)\",\"refreshToken\":\"\(refresh)\",\"expiresIn\":3600,"
                + "\"tokenType\":\"Bearer\"}"
        ),
    ])
    func `the tokens of an answer are known in every encoding`(type: String, body: String) throws {
        var script = Script()
        script.authorize()
        script.redeem(.lost)
        script.answerLast(200, ["Content-Type": type, "Cache-Control": "no-store"], body)
        script.call(nil, at: 2, path: "/items?access_token=\(Self.access)")
        script.call(nil, at: 3, path: "/items?x=\(Self.refresh)")
        let observer = script.observed()
        let session = try #require(observer.sessions.first)
        #expect(observer.sessions.count == 1)
        #expect(session.expiry.map { $0.timeIntervalSince(Script.start) > 3_600 } == true)
        #expect(observer.names == ["token-in-url", "refresh-token-outside-token-endpoint"])
    }

    @Test func `each of several access tokens is known`() {
        var script = Script()
        script.authorize()
        script.redeem(
            .json([
                "access_token": .string(Script.secret("bot")), "expires_in": 3_600,
                "authed_user": ["access_token": .string(Script.secret("user"))],
            ]))
        for name in ["bot", "user"] {
            var script = script
            script.call(nil, at: 2, path: "/items?x=\(Script.secret(name))")
            #expect(script.observed().errors == ["token-in-url"])
        }
    }

    @Test(arguments: [
        (200, "application/json", "{\"error\":\"invalid_grant\"}"),
        (200, "application/x-www-form-urlencoded", "error=bad_refresh_token&error_description=no"),
        (200, "application/json", "{\"ok\":false,\"error\":\"invalid_refresh_token\"}"),
        (200, "text/plain", "{\"errcode\":40030,\"errmsg\":\"invalid refresh_token\"}"),
        (200, "application/json", "{\"message\":\"error\",\"data\":{\"error_code\":10010}}"),
        (401, "application/json", "{\"error\":\"token_expired\"}"),
        (422, "text/html", "{\"message\":\"no\"}"),
        (400, "application/json", "{\"error\":{\"code\":\"token_revoked\",\"message\":\"no\"}}"),
        (400, "application/json", "{\"error\":\"interaction_required\"}"),
    ])
    func `a refusal ends what it refuses, and is found where it is not believed`(
        status: Int, type: String, body: String
    ) throws {
        var script = Script()
        script.signIn()
        for number in 0..<3 {
            script.refresh("R1", at: 3_500 + Double(number) * 30, .lost)
            script.answerLast(status, ["Content-Type": type], body)
        }
        var first = script
        first.messages.removeLast(2)
        var observer = first.observed()
        #expect(observer.sessions.map(\.state) == [.refused])
        #expect(observer.errors == [] && observer.number(of: .refreshes) == 0)
        observer = script.observed()
        #expect(observer.errors.contains("refused-refresh-token-sent-again"))
    }

    @Test(arguments: [
        (503, "{\"error\":\"invalid_grant\"}"), (429, ""), (400, "{\"error\":\"invalid_client\"}"),
        (400, "{\"error\":\"temporarily_unavailable\"}"), (400, "{\"error\":{\"code\":\"invalid_client\"}}"),
        (404, "{\"error\":\"not_found\"}"), (502, "<html></html>"),
        (200, "{\"error\":\"ratelimited\"}"), (200, "{\"code\":200,\"data\":{\"code\":0}}"),
        (200, "{\"errcode\":-1,\"errmsg\":\"system error\"}"), (200, "{\"code\":500}"),
        (400, "{\"__type\":\"TooManyRequestsException\"}"), (401, "<html>who are you?</html>"),
        (403, "<br>{\"error\":\"invalid_grant\"}"),
    ])
    func `a refusal of something else leaves the refresh token as it is`(status: Int, body: String) {
        var script = Script()
        script.signIn()
        for number in 0..<3 {
            script.refresh("R1", at: 3_500 + Double(number) * 30, .lost)
            script.answerLast(status, [:], body)
        }
        let observer = script.observed()
        #expect(observer.sessions.map(\.state) == [.live])
        #expect(!observer.names.contains("refused-refresh-token-sent-again"))
    }

    @Test(arguments: [(400, ""), (401, "Unauthorized"), (403, "[]")], [(10.0, false), (15, true)])
    func `a status alone ends a refresh token at the third time, half a minute after the first`(
        answer: (status: Int, body: String), course: (pause: Double, isOver: Bool)
    ) {
        var script = Script()
        script.signIn()
        for number in 0..<4 {
            script.refresh("R1", at: 3_500 + Double(number) * course.pause, .lost)
            script.answerLast(answer.status, [:], answer.body)
        }
        #expect(script.observed().errors.contains("refused-refresh-token-sent-again") == course.isOver)
    }

    @Test func `the date of an answer that a cache has kept says nothing of the clocks`() {
        for (age, names) in [(nil, Set(["clocks-differ"])), ("61", [])] {
            var script = Script()
            var fields: HTTPHeaders = ["Date": "Fri, 15 Jan 2027 07:58:00 GMT", "Cache-Control": "no-store"]
            fields["Age"] = age
            script.signIn(.tokens("A1", "R1", fields: fields))
            #expect(script.observed().names == names)
        }
    }
}
