import Addresses
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@testable import Doctor

/// What an answer says of the token that was sent.
@Suite(.timeLimit(.minutes(5)))
struct TokenReceptionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let status: Int
        var error: String?
        var body = ""
        var madeUp = 401
        var right: Int?
        let expected: String
        var testDescription: String { "\(status) \(error ?? "") \(body) beside \(madeUp), right \(right ?? 0)" }
    }

    private static let rpcError = #"{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"who?"}}"#

    static let rows = [
        Row(status: 200, expected: "taken, open"), Row(status: 204, expected: "taken, open"),
        Row(status: 200, body: rpcError, expected: "otherwise 200 with an error"),
        Row(status: 200, madeUp: 200, expected: "unknown it takes a made-up token, too"),
        Row(status: 401, error: "invalid_token", expected: "refused"), Row(status: 401, expected: "refused"),
        Row(status: 403, error: "insufficient_scope", expected: "taken"),
        Row(status: 403, error: "insufficient_scope", madeUp: 403, expected: "refused"),
        Row(status: 403, expected: "otherwise 403"), Row(status: 403, madeUp: 403, expected: "refused"),
        Row(status: 400, madeUp: 400, expected: "refused"), Row(status: 400, expected: "otherwise 400"),
        Row(status: 500, expected: "otherwise 500"), Row(status: 503, expected: "unknown it answers 503"),
        Row(status: 429, expected: "unknown it answers 429"),
        Row(status: 409, right: 409, expected: "taken"), Row(status: 405, right: 405, expected: "otherwise 405"),
    ]

    private func answer(_ status: Int, _ error: String? = nil, _ body: String = "") throws -> HTTPResponse {
        var answer = HTTPResponse(status: status, url: try #require(URL(given: "https://api.example/orders")))
        answer.headers["WWW-Authenticate"] = error.map { "Bearer error=\"\($0)\"" }
        answer.body = Array(body.utf8)
        return answer
    }

    @Test(arguments: rows)
    func `an answer is judged beside that to a made-up token`(row: Row) throws {
        let reception = TokenReception(
            try answer(row.status, row.error, row.body), besides: try answer(row.madeUp), right: row.right)
        let seen =
            switch reception {
            case .taken: reception.isOpen ? "taken, open" : "taken"
            case .refused: "refused"
            case .otherwise(let words): "otherwise \(words)"
            case .unknown(let words): "unknown \(words)"
            }
        #expect(seen == row.expected)
    }

    @Test func `where an answer is missing, nothing is known`() throws {
        let answer = try answer(200)
        for reception in [TokenReception(nil, besides: answer), TokenReception(answer, besides: nil)] {
            guard case .unknown = reception else {
                Issue.record("\(reception)")
                continue
            }
        }
    }
}
