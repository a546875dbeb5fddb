import HTTPServer

/// A resource of the protected API.
struct Resource: Sendable {
    typealias Answer = @Sendable (isolated DemoProvider, ServerRequest) async throws(BearerError) -> ServerResponse

    let path: String
    /// What it shows, in a few words.
    let summary: String
    /// Whether it requires an access token.
    let isProtected: Bool
    /// The scope that it requires, if any.
    let scope: String?
    let answer: Answer

    /// A resource that requires no token.
    init(_ path: String, _ summary: String, _ answer: @escaping Answer) {
        self.init(path, summary, isProtected: false, scope: nil, answer)
    }

    init(_ path: String, _ summary: String, isProtected: Bool, scope: String?, _ answer: @escaping Answer) {
        self.path = path
        self.summary = summary
        self.isProtected = isProtected
        self.scope = scope
        self.answer = answer
    }

    /// A resource that requires an access token, and the named scope, if any.
    static func protected(
        _ path: String, _ summary: String, requiring scope: String? = nil,
        _ answer:
            @escaping @Sendable (isolated DemoProvider, ServerRequest, AccessTokens.Entry) async throws(BearerError)
            -> ServerResponse
    ) -> Resource {
        Resource(path, summary, isProtected: true, scope: scope) { provider, request throws(BearerError) in
            let token = try provider.bearer(of: request, at: .api, requiring: scope)
            return try await answer(provider, request, token)
        }
    }
}
