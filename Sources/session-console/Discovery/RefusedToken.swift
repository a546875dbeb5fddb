import Addresses
import ConsoleApp
import FoundationEssentials
import JOSE
import RequestFiles
import SessionCore

/// A new access token that its resource refuses, with what each side says of it.
struct RefusedToken {
    let server: DiscoveredServer
    let client: ClientConfiguration
    let status: Int
    let challenge: AuthenticationChallenge?
    /// `nil` where the session has none to show.
    let token: Secret?
    /// The granted scope; `nil` where the provider did not say.
    let scope: [String]?

    /// Message, details and advice.
    var failure: CommandFailure {
        var failure = CommandFailure(
            .refusedByResource, "Signed in, but the resource refuses the new token: \(answer).", advice: advice)
        failure.details = [
            "The token: \(tokenWords).", "The resource: \(resourceWords).", "Asked for: \(askedWords).",
        ]
        return failure
    }

    private var answer: String {
        // A server may repeat the token in its explanation.
        let reasons = [challenge?.error, challenge?.errorDescription].compactMap(\.self)
            .filter { reason in token.map { !reason.contains($0.reveal()) } ?? true }.map { Shown.cut($0) }
        return reasons.isEmpty ? "\(status)" : "\(status) \(reasons.joined(separator: ": "))"
    }

    // MARK: - What each side says

    /// The audience that can be read in it; empty where it is opaque or names none.
    private var audience: [String] {
        token.flatMap { try? JWT.parse($0.reveal()) }?.claims.audience ?? []
    }

    private var tokenWords: String {
        let isReadable = token.flatMap { try? JWT.parse($0.reveal()) } != nil
        let audience =
            self.audience.isEmpty
            ? isReadable ? "no audience" : "opaque, so its audience can't be read here"
            : "audience \(Self.list(self.audience))"
        return "\(audience); \(scope.map { "scope \(Self.list($0))" } ?? "its scope as asked for")"
    }

    private var resourceWords: String {
        let name = server.resource.map { "it calls itself \(Shown.cut($0))" } ?? "it publishes nothing about itself"
        let wanted = challenge?.scope ?? []
        return name + (wanted.isEmpty ? "" : ", and asks for the scope \(Self.list(wanted))")
    }

    private var askedWords: String {
        let resource = client.resources.isEmpty ? "no resource" : "resource \(Self.list(client.resources))"
        let audience = client.audience.map { ", audience \(Shown.cut($0))" } ?? ""
        return "\(resource)\(audience), \(client.scope.isEmpty ? "no scope" : "scope \(Self.list(client.scope))")"
    }

    // MARK: - What next

    private var advice: String {
        let issuer = Shown.cut(server.issuer)
        let wanted = challenge?.scope ?? []
        if challenge?.error == "insufficient_scope", !wanted.isEmpty {
            return "Sign in again with: --scope \(wanted.joined(separator: " ").shellWord)"
        }
        let name = server.resource ?? server.url.absoluteString
        if !audience.isEmpty, !audience.contains(where: { $0.hasSameBytes(as: name) }) {
            return "\(issuer) issued it for another audience: its operator has to make it one for \(Shown.cut(name)) "
                + "(RFC 8707 §2). Where it goes by audiences, sign in again with: --audience NAME"
        }
        if client.resources.isEmpty, client.audience == nil {
            return "Sign in again and name what \(issuer) knows the resource by: --resource URI, or --audience NAME"
        }
        return "Ask the operator of \(Shown.cut(Origin(server.url)?.description ?? name)) whether it takes tokens of "
            + "\(issuer); --verbose shows the exchange."
    }

    private static func list(_ texts: [String]) -> String {
        texts.isEmpty ? "none" : texts.prefix(8).map { Shown.cut($0) }.joined(separator: " ")
    }
}
