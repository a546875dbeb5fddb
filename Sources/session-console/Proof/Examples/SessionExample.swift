import CurlTransport
import FoundationEssentials
import LoopbackRedirect
import SessionCore

/// A session of the library, on a file that two processes may share.
struct SessionExample: CallingClient {
    private let session: Session
    private let place: ExamplePlace
    private let request: @Sendable () -> HTTPRequest

    init(at place: ExamplePlace) async throws {
        let client = ClientConfiguration(
            issuer: place.issuer, clientID: place.clientID, scope: place.scope, apis: [place.orders])
        try await self.init(client, sending: { HTTPRequest(url: place.orders) }, file: "session.json", at: place)
    }

    init(
        _ client: ClientConfiguration, sending request: @escaping @Sendable () -> HTTPRequest, file: String,
        at place: ExamplePlace
    ) async throws {
        (self.place, self.request) = (place, request)
        session = try await Session.open(
            client: client, transport: CurlTransport(), store: FileStore(path: "\(place.folder)/\(file)"))
    }

    func signIn() async throws {
        guard await !session.isAuthenticated else { return }
        do {
            try await signIn { _ in }
        } catch SessionError.transport(_, during: .token) {
            // The code may be spent.
            try await signIn { _ in }
        }
    }

    func signOut() async {
        do {
            _ = try await session.signOut()
        } catch {
            _ = try? await session.signOut(force: true)
        }
    }

    private func signIn(by change: (inout AuthorizationCodeFlow) -> Void) async throws {
        let place = place
        let receiver = try LoopbackRedirect(redirectURI: place.redirectURI)
        var flow = AuthorizationCodeFlow(receivers: [receiver]) { place.open($0) }
        change(&flow)
        try await session.signIn(flow)
    }

    func call() async -> Bool {
        _ = await isAnswered()
        return true
    }

    /// Sends the request, and does what the answer asks for.
    func isAnswered() async -> Bool {
        let answer = try? await session.send(request())
        switch answer?.verdict {
        case .accepted: return true
        case .insufficientScope(let scope): try? await signIn { $0.additionalScope = scope }
        case .stepUpRequired(let acrValues, let maxAge, _):
            try? await signIn { ($0.acrValues, $0.maxAge) = (acrValues, maxAge) }
        default: try? await signIn()
        }
        return false
    }
}
