import ClientObservation
import ConsoleApp
import FoundationEssentials
import JOSE
import SessionCore

// A message of a program that is watched, in the terms of a session of this program.

extension HTTPExchange {
    init(
        _ id: Int, _ request: ObservedRequest, _ outcome: ObservedOutcome, at moment: Date,
        _ purpose: SessionError.Purpose, _ faults: [String], _ secrets: KnownSecrets
    ) {
        let result: Result<HTTPResponse, TransportError> =
            switch outcome {
            case .answered(let answer):
                .success(
                    HTTPResponse(
                        status: answer.status, headers: answer.headers, body: answer.body, url: request.url))
            case .failed where request.link != nil: .failure(.cancelled)
            case .failed: .failure(.brokenOff("no whole answer came"))
            }
        self.init(
            id: id, purpose: purpose, observed: HTTPRequest(request), sentAt: request.begin,
            duration: .seconds(max(0, moment.timeIntervalSince(request.begin))), result: result,
            faults: faults, link: request.link, secrets: secrets)
    }

    /// Why the provider refused the refresh token, by the answer without its secrets.
    var refusal: RefreshRefusal {
        let status = beginning?.status ?? 0
        guard let body = beginning?.body, let json = try? JSONValue(parsing: Array(body.utf8)),
            let code = json["error"]?.string
        else { return .unexplained(status: status) }
        return .named(OAuthError(code: code, detail: json["error_description"]?.string, status: status))
    }
}

extension Sighting {
    /// The endpoint that is asked.
    var purpose: SessionError.Purpose {
        switch kind {
        case .authorization: .authorization
        case .pushedAuthorization: .pushedAuthorization
        case .token: .token
        case .deviceAuthorization: .deviceAuthorization
        case .revocation: .revocation
        case .introspection: .introspection
        case .userInfo: .userInfo
        case .endSession: .endSession
        case .metadata: path.contains("oauth-protected-resource") ? .resourceMetadata : .discovery
        case .keys: .keys
        case .registration: .registration
        // The answer of an authorization goes to the program itself, which serves it as it serves its pages.
        case .redirect, .call: .request
        }
    }
}

extension TokenRequestFacts.Grant {
    var flow: SignInFlowName {
        switch self {
        case .authorizationCode, .refreshToken, .other: .code
        case .password: .password
        case .clientCredentials: .clientCredentials
        case .deviceCode: .device
        case .tokenExchange: .tokenExchange
        case .jwtBearer: .jwtBearer
        }
    }
}
