import ConsoleApp
import FoundationEssentials
import SessionCore
import Testing

@testable import session_console

/// What commands say below an answer, in process.
@Suite(.timeLimit(.minutes(5)))
struct AnswerAdviceTests {
    private func advice(_ verdict: AuthorizedResponse.Verdict) throws -> String? {
        let url = try #require(URL(string: "https://api.example/orders"))
        let facts = RequestFacts(id: 1, method: "GET", url: url.absoluteString)
        let response = HTTPResponse(status: 401, headers: [:], body: [], url: url)
        return AuthorizedResponse(response: response, facts: facts, verdict: verdict)
            .advice(ProgramCall(profile: "work"))
    }

    @Test func `end 7: a step-up names the claims, and the command that asks for them`() throws {
        let command = #"session-console login --authorization-parameter 'claims={"a":1}' --profile work"#
        #expect(
            try advice(.stepUpRequired(acrValues: [], maxAge: nil, claims: #"{"a":1}"#))
                == #"The API asks for another sign-in, with the claims {"a":1}. Sign in with them: "# + command)
        #expect(
            try advice(.stepUpRequired(acrValues: ["mfa"], maxAge: .seconds(60), claims: nil))
                == "The API asks for another sign-in, at the level mfa, not older than 1 min.")
    }
}
