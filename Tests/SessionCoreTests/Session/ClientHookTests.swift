import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// The two hooks with the types of `URLRequest` and `HTTPURLResponse`, awaited or with a completion handler.
@Suite(.timeLimit(.minutes(5)))
struct ClientHookTests {
    /// How a client calls a hook.
    enum Style: CaseIterable {
        case awaiting
        case completing
    }

    private let orders = URL(string: "https://api.example/orders")

    private func authorization(
        for url: URL?, method: String? = nil, addedTo fields: [String: String]?,
        authorization: RequestAuthorization = .required, in session: Session, _ style: Style
    ) async throws -> [String: String] {
        switch style {
        case .awaiting:
            try await session.authorization(for: url, method: method, addedTo: fields, authorization: authorization)
        case .completing:
            try await withCheckedThrowingContinuation { continuation in
                session.authorization(for: url, method: method, addedTo: fields, authorization: authorization) {
                    continuation.resume(with: $0)
                }
            }
        }
    }

    private func shouldRetry(
        _ status: Int?, _ headers: [AnyHashable: Any]? = nil, from answered: URL?, sent: [String: String]?,
        to url: URL?, method: String? = nil, attempt: Int = 1, in session: Session, _ style: Style
    ) async -> Bool {
        switch style {
        case .awaiting:
            await session.shouldRetry(
                status: status, headers: headers, from: answered, sent: sent, to: url, method: method, attempt: attempt)
        case .completing:
            await withCheckedContinuation { continuation in
                session.shouldRetry(
                    status: status, headers: headers, from: answered, sent: sent, to: url, method: method,
                    attempt: attempt
                ) { continuation.resume(returning: $0) }
            }
        }
    }

    @Test(arguments: Style.allCases)
    func `the authorization joins the fields and replaces those of its name, however they are spelled`(
        style: Style
    ) async throws {
        let session = try await SessionFixture().signedIn().session
        #expect(
            try await authorization(for: orders, addedTo: nil, in: session, style) == ["Authorization": "Bearer A1"])
        let fields = ["authorization": "Basic eDp5", "AUTHORIZATION": "ApiKey 42", "X-Tenant": "7"]
        #expect(
            try await authorization(for: orders, addedTo: fields, in: session, style)
                == ["Authorization": "Bearer A1", "X-Tenant": "7"])
    }

    @Test(arguments: Style.allCases)
    func `a proof names the method and replaces the one before it`(style: Style) async throws {
        let fixture = try await SessionFixture { $0.proofKey = ProofKey(pem: Secret(TestKey.p256.pem)) }.signedIn()
        let session = fixture.session
        let first = try await authorization(for: orders, addedTo: ["dpop": "mine"], in: session, style)
        #expect(first.keys.sorted() == ["Authorization", "DPoP"])
        #expect(try ReceivedProof(in: fixture.request(headers: HTTPHeaders(first))).claim("htm") == "GET")
        let second = try await authorization(for: orders, method: "DELETE", addedTo: first, in: session, style)
        #expect(second.keys.sorted() == ["Authorization", "DPoP"])
        #expect(try ReceivedProof(in: fixture.request(headers: HTTPHeaders(second))).claim("htm") == "DELETE")
    }

    @Test(arguments: Style.allCases)
    func `the fields stay where there is nothing to add`(style: Style) async throws {
        let fixture = SessionFixture()
        try await fixture.session.configure()
        let fields = ["Authorization": "ApiKey 42"]
        #expect(try await authorization(for: nil, addedTo: fields, in: fixture.session, style) == fields)
        #expect(
            try await authorization(for: orders, addedTo: fields, authorization: .optional, in: fixture.session, style)
                == fields)
        let error = await sessionError {
            _ = try await authorization(for: orders, addedTo: fields, in: fixture.session, style)
        }
        #expect(error == .noSession)
    }

    @Test(arguments: Style.allCases)
    func `a 401 is retried once, after one refresh`(style: Style) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens())
        let sent = try await authorization(for: orders, addedTo: nil, in: fixture.session, style)
        let challenge: [AnyHashable: Any] = ["WWW-Authenticate": "Bearer error=\"invalid_token\""]
        #expect(
            await shouldRetry(
                401, challenge, from: orders, sent: sent, to: orders, method: "PUT", in: fixture.session, style))
        #expect(fixture.tokenRequests.count == 1)
        #expect(fixture.events.compactMap(\.unauthorizedMethod) == ["PUT"])
        let again = try await authorization(for: orders, addedTo: sent, in: fixture.session, style)
        #expect(again == ["Authorization": "Bearer A2"])
        #expect(
            await !shouldRetry(
                503, challenge, from: orders, sent: again, to: orders, attempt: 2, in: fixture.session, style))
        #expect(fixture.tokenRequests.count == 1)
    }

    @Test(arguments: Style.allCases)
    func `the challenge's fields are read`(style: Style) async throws {
        let fixture = try await SessionFixture().signedIn()
        let sent = try await authorization(for: orders, addedTo: nil, in: fixture.session, style)
        let challenge: [AnyHashable: Any] = ["Www-Authenticate": "Bearer error=\"insufficient_scope\""]
        #expect(await !shouldRetry(401, challenge, from: orders, sent: sent, to: orders, in: fixture.session, style))
        #expect(fixture.tokenRequests.isEmpty)
    }

    @Test(arguments: Style.allCases)
    func `no answer, or nothing known of the request, means nothing`(style: Style) async throws {
        let fixture = try await SessionFixture { $0.unauthorizedPolicy = .forceLogout }.signedIn()
        let session = fixture.session
        let sent = try await authorization(for: orders, addedTo: nil, in: session, style)
        #expect(await !shouldRetry(nil, from: nil, sent: sent, to: orders, in: session, style))
        #expect(await !shouldRetry(nil, from: orders, sent: sent, to: orders, in: session, style))
        #expect(await !shouldRetry(401, from: nil, sent: sent, to: orders, in: session, style))
        #expect(await !shouldRetry(401, from: orders, sent: nil, to: orders, in: session, style))
        #expect(await !shouldRetry(401, from: orders, sent: sent, to: nil, in: session, style))
        #expect(await session.state.isAuthenticated)
        #expect(await !shouldRetry(401, from: orders, sent: sent, to: orders, in: session, style))
        #expect(await session.state == .noSession(.forcedOut(request: "GET /orders")))
    }
}

extension SessionEvent {
    fileprivate var unauthorizedMethod: String? {
        if case .unauthorized(let facts, _) = kind { facts.method } else { nil }
    }
}
