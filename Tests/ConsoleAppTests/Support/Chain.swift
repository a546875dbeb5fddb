import FoundationEssentials
import SessionCore
import TerminalUI

@testable import ConsoleKit
@testable import ConsoleApp

/// The steps from a resource's URL to a call, as they end in tests.
enum Chain {
    static let url = "http://127.0.0.1:41874/orders"
    static let issuer = "http://127.0.0.1:41873"

    static let resource = step(
        .resource, .challenged(schemes: ["Bearer"]), .rfc(6750, "3"), at: url, status: 401, exchange: 7)
    static let metadata = step(
        .resourceMetadata, .published, .rfc(9728, "3.3"),
        at: "http://127.0.0.1:41874/.well-known/oauth-protected-resource/orders", status: 200, exchange: 8)
    static let server = DiscoveryStep(.authorizationServer, .done, .issuer(issuer), .rfc(9728, "2"))
    static let serverMetadata = step(
        .serverMetadata, .published, .rfc(8414, "3.3"), at: issuer + "/.well-known/oauth-authorization-server",
        status: 200, exchange: 9)
    static let client = step(
        .client, .registeredClient("client-1"), .rfc(7591, "3.2.1"), at: issuer + "/register", status: 201,
        exchange: 10)
    static let failure = DiscoveryStep(
        .resourceMetadata, .failed,
        .otherResource(found: "https://elsewhere.example/orders", asked: url), .rfc(9728, "3.3"),
        attempts: metadata.attempts)

    static func step(
        _ kind: DiscoveryStep.Kind, _ finding: DiscoveryFinding, _ rule: Citation, at url: String, status: Int,
        exchange: Int
    ) -> DiscoveryStep {
        DiscoveryStep(
            kind, .done, finding, rule,
            attempts: [
                DiscoveryStep.Attempt(
                    method: kind == .client ? "POST" : "GET", url: URL(string: url) ?? URL(filePath: "/"),
                    result: .answered(status), exchange: exchange)
            ])
    }

    /// An answer whose challenge names the metadata of the resource.
    static var challenged: AuthorizedResponse {
        var response = HTTPResponse(
            status: 401, headers: [:], body: [], url: URL(string: url) ?? URL(filePath: "/"), version: "1.1")
        response.headers.add(
            "WWW-Authenticate",
            "Bearer resource_metadata=\"http://127.0.0.1:41874/.well-known/oauth-protected-resource/orders\"")
        return AuthorizedResponse(
            response: response, facts: Samples.facts(1, status: 401),
            verdict: .rejected(AuthenticationChallenge(scheme: "Bearer", parameters: [:])))
    }
}

extension Console {
    /// A console that was opened on the resource's URL, whose session is not open yet.
    static func onURL(size: Size = Size(width: 120, height: 36), glyphs: Glyphs = .unicode) -> Console {
        var context = ConsoleContext(
            profile: "127.0.0.1-41874", api: URL(string: Chain.url), profiles: ["127.0.0.1-41874"],
            firstTarget: Chain.url)
        (context.resource, context.opensResources) = (Chain.url, true)
        return Console(context, size: size, glyphs: glyphs)
    }

    mutating func end(_ step: DiscoveryStep) { deliver(.discovery(.stepEnded(step))) }

    mutating func findServer(isConfirmed: Bool) {
        for step in [Chain.resource, Chain.metadata, Chain.server, Chain.serverMetadata] { end(step) }
        deliver(.discovery(.serverFound(issuer: Chain.issuer, isConfirmed: isConfirmed)))
    }

    /// Goes on to a client, and opens its session.
    mutating func findClient() {
        findServer(isConfirmed: true)
        end(Chain.client)
        deliver(.discovery(.clientFound))
        var status = SessionStatus()
        status.state = .noSession(.noStoredSession)
        send(.status(status))
    }

    /// Answers the call that the last message began.
    mutating func answer(status: Int) {
        guard let call = sentCalls.first else { return }
        let response = HTTPResponse(
            status: status, headers: [:], body: [], url: URL(string: Chain.url) ?? URL(filePath: "/"), version: "1.1")
        let answer = AuthorizedResponse(response: response, facts: Samples.facts(1, status: status), verdict: .none)
        send(.answered(call, .success(answer)))
    }

    var discovery: DiscoveryEffect? { if case .discovery(let effect)? = effects.first { effect } else { nil } }

    /// The first row that has a text, from its mark on, without the frame and what surrounds the dialog.
    func line(_ text: String) -> String {
        let row = picture().lines.first { $0.contains("║") && $0.contains(text) } ?? ""
        let inside = row.split(separator: "║", omittingEmptySubsequences: false).dropFirst().first ?? ""
        return inside.split(separator: " ", omittingEmptySubsequences: true).isEmpty ? "" : String(inside).trimmed
    }
}
