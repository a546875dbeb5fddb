import FoundationEssentials
import JOSE
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(1)))
struct TokenProblemTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func problems(header: JSONObject) throws -> [String] {
        let jws = try JWS.parse(try SignedTokens.token(["exp": 1_800_000_060], header: header))
        return TokenProblem.all(of: jws, claims: ["exp": 1_800_000_060], now: now).map(\.text)
    }

    @Test(arguments: ["jku", "jwk", "x5u", "x5c"])
    func `a key that the sender brings along is warned of`(name: String) throws {
        let found = try problems(header: [name: "https://evil.example/key"])
        #expect(found == ["\(name) supplies a key of the sender's own choice"])
    }

    @Test(arguments: [
        ("JWT", true), ("application/jwt", true), ("at+jwt", true), ("application/AT+JWT", true), ("text/jwt", false),
        ("application/cookies", false),
    ])
    func `a type is known by its name, with or without application in front`(type: String, isKnown: Bool) throws {
        #expect(try problems(header: ["typ": .string(type)]).isEmpty == isKnown)
    }

    @Test(arguments: [
        (0.4, "0 s"), (59, "59 s"), (60, "1 min"), (119, "1 min"), (3_599, "59 min"), (-61, "1 min"),
    ])
    func `an amount of time is whole minutes from the first`(seconds: Double, text: String) {
        #expect(RelativeTime(date: now.addingTimeInterval(seconds), now: now).amount == text)
    }
}
