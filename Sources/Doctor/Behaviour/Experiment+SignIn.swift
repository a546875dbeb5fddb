import FoundationEssentials
import JOSE
import SessionCore

extension Experiment {
    /// What a sign-in brings.
    static let signIn = [
        Experiment(
            "refresh-token", "a sign-in brings a refresh token", .core("11"),
            "Without one the session ends with its access token; many providers want offline_access for it.",
            announcing: "signs in"
        ) { (ward) async throws(Halt) in
            let session = try await ward.live()
            let scope = session.tokens.scope ?? session.requestedScope ?? []
            let words = scope.contains("offline_access") ? "with offline_access" : "without offline_access"
            return session.refreshToken == nil ? .note("none, \(words)") : .sound("issued, \(words)")
        },

        Experiment(
            "granted-scope", "the scope that was asked for is granted", .rfc(6749, "5.1"),
            "A client must look at what was granted: calls beyond it are refused.",
            announcing: "compares the scope"
        ) { (ward) async throws(Halt) in
            let session = try await ward.live()
            guard let asked = session.requestedScope else { return nil }
            guard let granted = session.tokens.scope else { return .sound("all, for the answer names none") }
            let missing = asked.filter { !granted.contains($0) }
            return missing.isEmpty ? .sound(granted.listed) : .note("without \(missing.listed)")
        },

        Experiment(
            "access-token-accepted", "a new access token is accepted", .core("5.3"),
            "A client that is refused with a new token has nothing left to try.",
            announcing: "uses the access token"
        ) { (ward) async throws(Halt) in
            let session = try await ward.live()
            guard let isAccepted = await ward.accepts(session.tokens.accessToken) else {
                return .unknown("neither userinfo nor a resource tells")
            }
            ward.canTellAccess = isAccepted
            return isAccepted ? .sound("accepted") : .fault("refused")
        },

        Experiment(
            "lifetime", "expires_in and the token agree", .rfc(9068, "2.2"),
            "A client refreshes by expires_in, and the API refuses by exp.",
            announcing: "compares expires_in with exp"
        ) { (ward) async throws(Halt) in
            let tokens = try await ward.live().tokens
            guard let lifetime = tokens.expiresIn else { return .note("no expires_in") }
            guard let end = try? JWT.parse(tokens.accessToken.reveal()).claims.expirationTime else {
                return .unknown("\(lifetime.inWords); the access token is opaque")
            }
            let seconds = end.timeIntervalSince(tokens.providerDate ?? tokens.requestedAt)
            let difference = Int((seconds - Double(lifetime.components.seconds)).rounded())
            let words = "\(lifetime.inWords), exp \(difference == 0 ? "the same" : "\(abs(difference)) s ")"
            let end2 = difference == 0 ? "" : difference > 0 ? "later" : "earlier"
            return Sight(abs(difference) <= 5 ? .sound : difference < 0 ? .fault : .note, words + end2)
        },
    ]
}
