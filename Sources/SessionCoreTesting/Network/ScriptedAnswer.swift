public import SessionCore

/// How a ``ScriptedTransport`` answers a request: `.json("{}")`, `.unauthorized()`, or what a closure says.
public struct ScriptedAnswer: Sendable {
    package let respond: @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// Creates an answer from a closure, which runs in the task of the request.
    public init(_ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) {
        self.respond = respond
    }

    /// An answer with a status, header fields and text.
    public static func answer(_ status: Int, headers: HTTPHeaders = [:], text: String = "") -> Self {
        Self { request in HTTPResponse(status: status, headers: headers, body: Array(text.utf8), url: request.url) }
    }

    /// A JSON answer.
    public static func json(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
        var fields = headers
        fields["Content-Type"] = "application/json"
        return answer(status, headers: fields, text: text)
    }

    /// No answer: the exchange fails with `error`.
    public static func failure(_ error: TransportError) -> Self {
        Self { _ in throw error }
    }

    /// The answer, as soon as the gate is open; gives up when the task is cancelled.
    public static func held(by gate: Gate, _ answer: Self) -> Self {
        Self { request in
            try await gate.passed()
            return try await answer.respond(request)
        }
    }

    /// The answer, as soon as the gate is open, even if the task has been cancelled: one that was on its way already.
    public static func late(by gate: Gate, _ answer: Self) -> Self {
        Self { request in
            try await Task { try await gate.passed() }.value
            return try await answer.respond(request)
        }
    }
}
