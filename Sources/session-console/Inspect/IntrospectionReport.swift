import ConsoleApp
import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI

/// The provider's introspection of a token, as text and as JSON.
struct IntrospectionReport: Sendable {
    let introspection: Introspection
    let fingerprint: Fingerprint?
    let now: Date

    init(_ introspection: Introspection, of fingerprint: Fingerprint?, now: Date) {
        self.introspection = introspection
        self.fingerprint = fingerprint
        self.now = now
    }

    /// Asks the provider about any token.
    init(
        asking settings: ProviderSettings, about token: Secret, over channel: Channel
    ) async throws(CommandFailure) {
        do throws(SessionError) {
            try settings.client.validate()
            let provider = ProviderChannel(
                configuration: settings.client, directory: ProviderDirectory(configuration: settings.client),
                channel: channel)
            self.init(
                try await IntrospectionEndpoint(provider).introspect(token, kind: .access), of: token.fingerprint,
                now: Date())
        } catch {
            throw CommandFailure(error, in: Situation(command: "inspect", call: settings.call))
        }
    }

    private var members: JSONObject {
        JSONObject(introspection.claims.filter { $0.name != "active" }.map { ($0.name, $0.json) })
    }

    var lines: [String] {
        let subject = fingerprint.map { "token \($0)" } ?? "token"
        let state = introspection.isActive ? "active" : "not active: expired, revoked or not this provider's"
        let head = SafeText.plain("\(subject)  \(state)", glyphs: .unicode)
        return [head] + TokenInspection.table(members, glossary: MemberGlossary.claims, now: now)
    }

    var report: ActivityReport {
        ActivityReport(
            isActive: introspection.isActive, fingerprint: fingerprint, claims: members,
            times: ClaimTime.all(in: members, now: now))
    }
}
