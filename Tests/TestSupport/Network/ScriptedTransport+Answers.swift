package import SessionCore

/// The answers as closures, for tests that combine them or keep them in tables.
extension ScriptedTransport {
    package typealias Answer = @Sendable (HTTPRequest) async throws -> HTTPResponse

    package static func answer(_ status: Int, headers: HTTPHeaders = [:], text: String = "") -> Answer {
        ScriptedAnswer.answer(status, headers: headers, text: text).respond
    }

    package static func json(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> Answer {
        ScriptedAnswer.json(text, status: status, headers: headers).respond
    }

    package static func failure(_ error: TransportError) -> Answer { ScriptedAnswer.failure(error).respond }

    package static func held(by gate: Gate, _ answer: @escaping Answer) -> Answer {
        ScriptedAnswer.held(by: gate, ScriptedAnswer(answer)).respond
    }

    package static func late(by gate: Gate, _ answer: @escaping Answer) -> Answer {
        ScriptedAnswer.late(by: gate, ScriptedAnswer(answer)).respond
    }

    package static func tokens(
        access: String = "A2", refresh: String? = "R2", expiresIn: String? = "60", more: String = ""
    ) -> Answer {
        ScriptedAnswer.tokens(access: access, refresh: refresh, expiresIn: expiresIn, more: more).respond
    }

    package static func refusal(_ code: String, status: Int = 400) -> Answer {
        ScriptedAnswer.refusal(code, status: status).respond
    }

    package static func unauthorized(_ challenge: String? = "Bearer error=\"invalid_token\"") -> Answer {
        ScriptedAnswer.unauthorized(challenge).respond
    }
}
