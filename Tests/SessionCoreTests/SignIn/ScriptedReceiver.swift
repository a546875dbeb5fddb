import FoundationEssentials
import SessionCore
import Synchronization
import TestSupport
import Testing

/// A receiver whose redirects a test sends, and that remembers how it was closed.
final class ScriptedReceiver: RedirectReceiver {
    static let redirectURI = "http://127.0.0.1:8400/callback"

    private let uri: String
    private let failure: SessionError?
    private let urls: AsyncStream<URL>
    private let continuation: AsyncStream<URL>.Continuation
    private let closings = Mutex<[Bool]>([])
    private let dismissals = Mutex<[URL]>([])
    private let sendsOn: Bool
    /// The pages that browsers were sent on to.
    let sentOn = AsyncStream.makeStream(of: URL.self)

    /// With `sendsOn` its browsers can be sent on to another page.
    init(
        uri: String = ScriptedReceiver.redirectURI, failing failure: SessionError? = nil, sendsOn: Bool = false
    ) {
        self.uri = uri
        self.failure = failure
        self.sendsOn = sendsOn
        (urls, continuation) = AsyncStream.makeStream()
    }

    /// What each closing said of the sign-in.
    var closed: [Bool] { closings.withLock { $0 } }

    /// The redirects that were dismissed, by their queries.
    var dismissed: [String] { dismissals.withLock { $0 }.compactMap { $0.query } }

    func dismiss(_ url: URL) { dismissals.withLock { $0.append(url) } }

    func forward(_ url: URL, to next: URL) -> Bool {
        if sendsOn { sentOn.continuation.yield(next) }
        return sendsOn
    }

    func open() async throws -> URL {
        if let failure { throw failure }
        return try #require(URL(string: uri))
    }

    func responses() -> AsyncStream<URL> { urls }

    func close(succeeded: Bool) async {
        closings.withLock { $0.append(succeeded) }
        continuation.finish()
    }

    /// A browser that is sent here with these parameters.
    func arrive(_ parameters: FormParameters) throws {
        continuation.yield(try #require(URL(string: "\(uri)?\(parameters.query)")))
    }

    func finish() { continuation.finish() }
}

/// A sign-in by authorization code on its way, at the point where the browser has been sent off.
struct BrowserSignIn {
    let authorizationURL: URL
    let result: Task<SignInResult, any Error>
    /// What is presented after that.
    var later = AsyncStream<URL> { $0.finish() }

    /// The parameters of the authorization request.
    var parameters: FormParameters { FormParameters(decoding: authorizationURL.query(percentEncoded: true) ?? "") }
    var state: String { parameters["state"] ?? "" }

    /// Starts a sign-in and returns when the authorization URL has been presented.
    static func begin(
        _ scripted: ImaginaryProvider, receivers: [any RedirectReceiver],
        _ change: (inout AuthorizationCodeFlow) -> Void = { _ in }
    ) async throws -> BrowserSignIn {
        let presented = AsyncStream.makeStream(of: URL.self)
        var flow = AuthorizationCodeFlow(receivers: receivers) { presented.continuation.yield($0) }
        change(&flow)
        let task = Task { [flow, context = scripted.context] in
            defer { presented.continuation.finish() }
            return try await flow.signIn(context)
        }
        for await url in presented.stream {
            return BrowserSignIn(authorizationURL: url, result: task, later: presented.stream)
        }
        _ = try await task.value
        throw SessionError.unintelligible("the sign-in ended without an authorization URL", during: .authorization)
    }

    /// The next page that is presented, or that a browser is sent on to.
    func next(in pages: AsyncStream<URL>) async -> BrowserSignIn? {
        for await url in pages { return BrowserSignIn(authorizationURL: url, result: result, later: later) }
        return nil
    }

    /// The error that the sign-in ends with.
    func error() async -> SessionError? { await failure { try await result.value } }
}
