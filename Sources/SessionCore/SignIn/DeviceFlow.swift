import FoundationEssentials
import JOSE

/// The device authorization grant (RFC 8628): the person signs in on any other device.
public struct DeviceFlow: SignInFlow {
    /// `device`.
    public let name = SignInFlowName.device.rawValue
    /// The longest pause between polls while the network fails.
    private static let longestPause = Duration.seconds(60)
    /// Scope values asked for besides those of the configuration, as where an API demands more (RFC 6750 §3.1).
    public var additionalScope: [String] = []
    private let present: @Sendable (DevicePrompt) async -> Void

    /// Creates a flow.
    /// - Parameter present: Given, once, what the person has to open and type.
    public init(present: @escaping @Sendable (DevicePrompt) async -> Void) {
        self.present = present
    }

    /// Asks for a device code, and polls until the user has answered or the code has expired.
    public func signIn(_ context: SignInContext) async throws -> SignInResult {
        do {
            let clock = context.provider.channel.clock
            let now = clock.now
            let uptime = clock.uptime
            let scope = try await context.scope(adding: additionalScope)
            let authorization = try await authorize(context.provider, scope)
            await present(authorization.prompt(requestedAt: now))
            let tokens = try await poll(
                authorization, until: uptime + authorization.lifetime, provider: context.provider)
            return try await context.validated(tokens, requestedScope: scope)
        } catch is CancellationError {
            throw SessionError.cancelled
        }
    }

    private func authorize(_ provider: ProviderChannel, _ scope: [String]) async throws(SessionError)
        -> DeviceAuthorization
    {
        var parameters: FormParameters = [:]
        let configuration = provider.configuration
        if !scope.isEmpty { parameters["scope"] = scope.joined(separator: " ") }
        parameters["audience"] = configuration.audience
        for resource in configuration.resources { parameters.add("resource", resource) }
        let response = try await provider.post(parameters, to: .deviceAuthorization, for: .deviceAuthorization)
        guard response.isSuccess else {
            throw response.failure(during: .deviceAuthorization, now: provider.channel.clock.now)
        }
        return try DeviceAuthorization(try response.jsonObject(for: .deviceAuthorization))
    }

    /// Polls until there is an answer or the code has run out (RFC 8628 §3.4 and §3.5).
    private func poll(
        _ authorization: DeviceAuthorization, until end: Duration, provider: ProviderChannel
    ) async throws -> TokenResponse {
        let channel = provider.channel
        let grant: FormParameters = [
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
            "device_code": authorization.deviceCode.reveal(),
        ]
        var interval = authorization.interval
        var pause = interval
        while true {
            guard channel.clock.uptime + pause < end else {
                try await channel.clock.sleep(for: max(.zero, end - channel.clock.uptime))
                throw SessionError.signInTimedOut
            }
            try await channel.clock.sleep(for: pause)
            switch await TokenEndpoint(provider).request(grant) {
            case .granted(let tokens):
                return tokens
            case .refused(let error) where error.code == "authorization_pending":
                pause = interval
                channel.report(.devicePollPending(nextPollAfter: pause, slowDown: false))
            case .refused(let error) where error.code == "slow_down":
                interval += .seconds(5)
                pause = interval
                channel.report(.devicePollPending(nextPollAfter: pause, slowDown: true))
            case .refused(let error) where error.code == "expired_token":
                throw SessionError.signInTimedOut
            case .refused(let error) where error.code == "access_denied":
                throw SessionError.signInDenied(error)
            case .failed(let error) where error.mayPass:
                // The person may be typing the code this very moment: a network that comes back must find us waiting.
                pause = max(interval, min(pause * 2, Self.longestPause), error.retryAfter ?? .zero)
                channel.report(.devicePollPending(nextPollAfter: pause, slowDown: false))
            case let outcome:
                return try outcome.tokens()
            }
        }
    }
}

extension SessionError {
    /// Whether asking again may help.
    fileprivate var mayPass: Bool {
        switch self {
        case .transport(.cancelled, _), .transport(.invalidRequest, _): false
        case .transport: true
        case .server(let status, _, _, _): StatusMeaning(status) == .temporary
        default: false
        }
    }
}
