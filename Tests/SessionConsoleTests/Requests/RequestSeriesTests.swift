import FoundationEssentials
import JOSE
import Recordings
import SessionCore
import TestSupport
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5)))
struct RequestSeriesTests {
    private func series(
        _ fixture: SessionFixture, count: Int, parallel: Int, authorization: RequestAuthorization = .required
    ) throws -> RequestSeries {
        RequestSeries(
            session: fixture.session, request: try fixture.request(), authorization: authorization, count: count,
            parallel: parallel)
    }

    @Test(arguments: [(3, 1), (3, 3), (2, 10), (7, 2)])
    func `as many calls are made as were asked for, however many at once`(count: Int, parallel: Int) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        var indices: [Int] = []
        let summary = try await series(fixture, count: count, parallel: parallel).run { indices.append($0.index) }
        #expect(indices.sorted() == Array(0..<count))
        #expect(fixture.transport.requests(to: "/orders").count == count)
        #expect(summary.statuses == [200: count])
    }

    @Test func `a session that is lost on the way counts as one logout, and none as none`() async throws {
        let lost = try await SessionFixture { $0.unauthorizedPolicy = .forceLogout }.signedIn()
        lost.transport.always("/orders", ScriptedTransport.unauthorized())
        lost.transport.always("/revoke", ScriptedTransport.answer(200))
        #expect(try await series(lost, count: 1, parallel: 1).run { _ in }.logouts == 1)
        let nobody = SessionFixture()
        nobody.transport.always("/orders", ScriptedTransport.answer(200))
        try await nobody.session.configure()
        #expect(try await series(nobody, count: 1, parallel: 1, authorization: .none).run { _ in }.logouts == 0)
    }

    private func answer(_ body: [UInt8] = []) throws -> AuthorizedResponse {
        AuthorizedResponse(
            response: HTTPResponse(
                status: 200, body: body, url: try #require(URL(string: "https://api.example/x"))),
            facts: RequestFacts(id: 1, method: "GET", url: "x"), verdict: .accepted)
    }

    @Test func `truth 10: a series tells how many answers another origin gave without the token`() throws {
        let api = try #require(URL(string: "https://api.example/x"))
        var facts = RequestFacts(id: 1, method: "GET", url: "x")
        facts.token = Secret("t").fingerprint
        var summary = SeriesSummary()
        for (index, place) in ["login.example", "login.example", "www.example", ""].enumerated() {
            let url = try #require(URL(string: place.isEmpty ? "https://api.example/x" : "https://\(place)/"))
            let redirect = HTTPRedirect(status: 302, from: api, to: url, keptAuthorization: false)
            let redirects = place.isEmpty ? [] : [redirect]
            let answer = AuthorizedResponse(
                response: HTTPResponse(status: 200, url: url, redirects: redirects), facts: facts,
                verdict: place.isEmpty ? .accepted : .none)
            let call = RequestSeries.Call(index: index, duration: .zero, attempts: 1, result: .success(answer))
            summary.add(call)
            #expect((CallReport(call).reason != nil) == !place.isEmpty)
        }
        let words = "Redirected without the token, which may not go to"
        #expect(
            summary.remarks == [
                "\(words) https://login.example (2 of 4 calls).",
                "\(words) https://www.example (1 of 4 calls).",
            ])
    }

    private func summary(of milliseconds: [Int]) throws -> SeriesSummary {
        var summary = SeriesSummary()
        let answer = try answer()
        for (index, time) in milliseconds.enumerated() {
            summary.add(.init(index: index, duration: .milliseconds(time), attempts: 1, result: .success(answer)))
        }
        return summary
    }

    @Test(arguments: [
        ([], [0, 0, 0, 0]), ([7], [7, 7, 7, 7]), ([2, 1], [1, 2, 2, 2]), ([3, 1, 2], [2, 3, 3, 3]),
        (Array((1...100).reversed()), [50, 90, 99, 100]), (Array(1...101), [51, 91, 100, 101]),
    ])
    func `a percentile is the smallest time that so many calls kept to`(times: [Int], expected: [Int]) throws {
        let latency = try summary(of: times).latency
        let seen = [latency.p50, latency.p90, latency.p99, latency.max]
        #expect(seen == expected.map { .milliseconds($0) })
    }

    @Test func `failures are counted by their words, and the first is kept`() {
        var summary = SeriesSummary()
        for (index, error) in [SessionError.noSession, .sessionChanged, .sessionChanged].enumerated() {
            summary.add(.init(index: index, duration: .zero, attempts: 0, result: .failure(error)))
        }
        #expect(summary.firstFailure == .noSession)
        #expect(summary.failures == ["\(SessionError.noSession)": 1, "\(SessionError.sessionChanged)": 2])
        #expect(summary.report.calls == 3)
    }

    @Test(
        arguments: [([0x68, 0x69], "hi", nil), ([0x89, 0xFF, 0x00], nil, "if8A"), ([], "", nil)]
            as [([UInt8], String?, String?)])
    func `a body that is no text goes into JSON as base64`(bytes: [UInt8], text: String?, base64: String?) throws {
        let answer = try answer(bytes)
        let json = ResponseReport(answer).record
        #expect(json["body"]?.string == text)
        #expect(json["body_base64"]?.string == base64)
        #expect(json["authorization"]?.string == "accepted")
    }
}
