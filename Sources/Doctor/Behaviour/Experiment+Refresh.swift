import FoundationEssentials
import JOSE
import SessionCore

extension Experiment {
    /// What a refresh does.
    static let refresh = [
        Experiment(
            "refresh-early", "a refresh works before the token expires", .rfc(6749, "6"),
            "A client refreshes ahead of time, so that no call meets an expired token.",
            announcing: "refreshes while the access token is valid"
        ) { (ward) async throws(Halt) in
            var session = try await ward.live()
            guard let token = session.refreshToken else { return nil }
            let outcome = try await ward.refresh(token)
            guard let response = outcome.granted else {
                return outcome.isRefusal ? .fault(outcome.words) : .unknown(outcome.words)
            }
            ward.rotates = response.refreshToken.map { $0 != token } ?? false
            ward.refreshed = response
            let before = session.tokens
            session.take(response)
            ward.session = session
            guard let isDead = await ward.isDead(before) else { return .sound("granted") }
            return .sound("granted; the access token before is \(isDead ? "dead" : "still accepted")")
        },

        Experiment(
            "rotation", "a refresh brings a new refresh token", .rfc(9700, "4.14.2"),
            "A client must store the new token before it uses it; where it is lost, the session is lost.",
            announcing: "compares the refresh tokens"
        ) { (ward) async throws(Halt) in
            ward.rotates.map { $0 ? .sound("another one") : .note("the same one goes on") }
        },

        Experiment(
            "refreshed-scope", "a refresh keeps the scope", .rfc(6749, "6"),
            "A client whose scope shrinks meets a 403 in the midst of its session.",
            announcing: "compares the scope"
        ) { (ward) async throws(Halt) in
            guard let response = ward.refreshed else { return nil }
            guard let scope = response.scope else { return .sound("kept, for the answer names none") }
            let first = try await ward.live().requestedScope ?? scope
            return .granted(scope, of: first)
        },

        Experiment(
            "refreshed-id-token", "an ID token of a refresh fits the first", .openIDConnectCore("12.2"),
            "A client refuses a refresh whose ID token is of another user or another sign-in.",
            announcing: "compares the ID tokens"
        ) { (ward) async throws(Halt) in
            guard let response = ward.refreshed, let first = try await ward.live().idToken else { return nil }
            guard let token = response.idToken else { return .sound("none comes") }
            guard let new = try? JWT.parse(token.reveal()).jws.payloadObject(),
                let old = try? JWT.parse(first.token.reveal()).jws.payloadObject()
            else { return .unknown("it can't be read") }
            let optional = ["auth_time", "nonce"].filter { new[$0] != nil }
            let different = (["iss", "sub", "aud"] + optional).filter { new[$0] != old[$0] }
            return different.isEmpty ? .sound("the same user and sign-in") : .fault("another \(different.listed)")
        },
    ]
}
