import FoundationEssentials
package import SessionCore

extension ScriptedTransport {
    /// An answer with a status, header fields and text.
    package static func answer(
        _ status: Int, headers: HTTPHeaders = [:], text: String = ""
    ) -> Answer {
        { request in HTTPResponse(status: status, headers: headers, body: Array(text.utf8), url: request.url) }
    }

    /// A JSON answer as token endpoints give it.
    package static func json(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> Answer {
        var fields = headers
        fields["Content-Type"] = "application/json"
        return answer(status, headers: fields, text: text)
    }

    /// No answer: the exchange fails so.
    package static func failure(_ error: TransportError) -> Answer {
        { _ in throw error }
    }

    /// The answer, as soon as the gate is open; gives up when the task is cancelled.
    package static func held(by gate: Gate, _ answer: @escaping Answer) -> Answer {
        { request in
            try await gate.passed()
            return try await answer(request)
        }
    }
}

extension ScriptedTransport {
    /// The answer, as soon as the gate is open, even if the task has been cancelled: one that was on its way already.
    package static func late(by gate: Gate, _ answer: @escaping Answer) -> Answer {
        { request in
            try await Task { try await gate.passed() }.value
            return try await answer(request)
        }
    }
}

extension HTTPRequest {
    /// The body as text; empty where there is none.
    package var bodyText: String {
        if case .bytes(let bytes) = body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }

    /// The parameters of a form-encoded body; of several with one name, the last.
    package var form: [String: String] {
        Dictionary(FormParameters(decoding: bodyText).items.map { ($0.name, $0.value) }) { $1 }
    }
}
