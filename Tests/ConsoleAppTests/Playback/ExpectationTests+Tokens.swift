import FoundationEssentials
import Scenarios
import SessionCore

@testable import ConsoleFaults
@testable import ConsoleApp

extension ExpectationTests {
    private static func scope(_ names: String..., isGranted: Bool = true) -> Scenarios.Expectation {
        .scope(names, isGranted: isGranted)
    }

    static let scopes: [Story] = [
        .holds(scope("openid", "orders"), "all") { $0.change { $0.scope = ["openid", "orders", "email"] } },
        .fails(scope("openid", "orders"), "the second", "the scope is openid") { $0.change { $0.scope = ["openid"] } },
        .fails(scope("openid", "orders"), "the first", "the scope is orders") { $0.change { $0.scope = ["orders"] } },
        .holds(scope("orders", "admin", isGranted: false), "none") { $0.change { $0.scope = ["openid"] } },
        .fails(scope("orders", "admin", isGranted: false), "one that is granted", "the scope is openid admin") {
            $0.change { $0.scope = ["openid", "admin"] }
        },
        .holds(scope("orders"), "what was asked for") {
            $0.change { ($0.scope, $0.requestedScope) = (nil, ["orders"]) }
        },
        .fails(scope("orders"), "what was asked for and not granted", "the scope is openid") {
            $0.change { ($0.scope, $0.requestedScope) = (["openid"], ["orders"]) }
        },
        .fails(scope("orders"), "unknown", "the scope is not known") {
            $0.change { ($0.scope, $0.requestedScope) = (nil, nil) }
        },
        .fails(scope("orders", isGranted: false), "unknown, and not expected", "the scope is not known") {
            $0.change { ($0.scope, $0.requestedScope) = (nil, nil) }
        },
        .fails(scope("orders"), "the second session", "in session 2 the scope is openid", sessions: 2) {
            $0.change(1) { $0.scope = ["openid"] }
        },
    ]

    private static let second = Secret("second").fingerprint

    private static func replace(_ name: Scenarios.Expectation.TokenName, in status: inout SessionStatus) {
        let token = TokenStatus(fingerprint: second, obtainedAt: Samples.now, expiry: .unknown)
        switch name {
        case .access: status.accessToken = token
        case .refresh: status.refreshToken = token
        case .identity:
            status.idToken = IDTokenStatus(
                fingerprint: second, expiresAt: nil, trust: .verified(algorithm: "ES256", keyID: "k"))
        }
    }

    private static func remove(_ name: Scenarios.Expectation.TokenName, from status: inout SessionStatus) {
        switch name {
        case .access: status.accessToken = nil
        case .refresh: status.refreshToken = nil
        case .identity: status.idToken = nil
        }
    }

    private static func tokens(
        _ name: Scenarios.Expectation.TokenName, _ first: Fingerprint
    ) -> [Story] {
        let (new, same) = (
            Scenarios.Expectation.token(name, isNew: true), Scenarios.Expectation.token(name, isNew: false)
        )
        let others = Scenarios.Expectation.TokenName.allCases.filter { $0 != name }
        let what = name.rawValue
        return [
            .holds(new, "a new \(what)") { $0.change { replace(name, in: &$0) } },
            .fails(new, "only other tokens than the \(what) are new", "the \(what) is the same: \(first)") {
                $0.change { for other in others { replace(other, in: &$0) } }
            },
            .holds(same, "the same \(what)") { $0.change { for other in others { replace(other, in: &$0) } } },
            .fails(same, "another \(what)", "the \(what) is another: \(second)") {
                $0.change { replace(name, in: &$0) }
            },
            .fails(new, "no \(what) is not a new one", "the session holds no \(what)") {
                $0.change { remove(name, from: &$0) }
            },
            .fails(same, "no \(what) is not the same one", "the session holds no \(what)") {
                $0.change { remove(name, from: &$0) }
            },
            .fails(same, "no \(what) at any time", "the session holds no \(what)") {
                $0.change { remove(name, from: &$0) }
                $0.workspace.playback?.window = PlaybackWindow($0.workspace.sessions.models)
            },
            .fails(
                new, "the second session's \(what)", "in session 2 the \(what) is the same: \(first)", sessions: 2
            ) { $0.change { replace(name, in: &$0) } },
            .fails(
                same, "the second session's other \(what)", "in session 2 the \(what) is another: \(second)",
                sessions: 2
            ) { $0.change(1) { replace(name, in: &$0) } },
        ]
    }

    static let tokens: [Story] =
        tokens(.access, Samples.access) + tokens(.refresh, Samples.refresh) + tokens(.identity, Samples.identity)

    private static let alice = Scenarios.Expectation.user(claim: "name", value: "Alice Example")
    private static let ahead = Scenarios.Expectation.clockSkew(.seconds(300))
    private static let armed = Scenarios.Expectation.fault("network off", isArmed: true)
    private static let disarmed = Scenarios.Expectation.fault("network off", isArmed: false)

    private static func skew(_ seconds: Double) -> String {
        "by its last token answer, the provider's clock differs by \(DurationText.skew(.seconds(seconds)))"
    }

    static let facts: [Story] = [
        .holds(alice, "the claim"),
        .fails(.user(claim: "name", value: "Alice"), "a part of the value", "name is Alice Example"),
        .fails(.user(claim: "phone", value: "Alice Example"), "no such claim", "the user info has no phone"),
        .fails(alice, "no user info", "no user info yet: 'user info' fetches it") {
            $0.change { $0.userInfo = nil }
        },
        .fails(
            alice, "the second session's user", "in session 2 no user info yet: 'user info' fetches it",
            sessions: 2
        ) { $0.change(1) { $0.userInfo = nil } },
        .holds(ahead, "two seconds more") { $0.change { $0.clockSkew = .seconds(302) } },
        .holds(ahead, "two seconds less") { $0.change { $0.clockSkew = .seconds(298) } },
        .fails(ahead, "four seconds more", skew(304)) { $0.change { $0.clockSkew = .seconds(304) } },
        .fails(ahead, "four seconds less", skew(296)) { $0.change { $0.clockSkew = .seconds(296) } },
        .fails(ahead, "behind", skew(-300)) { $0.change { $0.clockSkew = .seconds(-300) } },
        .fails(ahead, "a clock that was not seen", "the provider's clock is not known") {
            $0.change { $0.clockSkew = nil }
        },
        .fails(ahead, "the second session's clock", "in session 2 \(skew(0))", sessions: 2) {
            $0.change { $0.clockSkew = .seconds(300) }
            $0.change(1) { $0.clockSkew = .zero }
        },
        .holds(.event("signed_out"), "the event") { $0.happen(.signedOut(.signedOut)) },
        .fails(.event("signed_out"), "no event", "it did not happen"),
        .fails(.event("signed_out"), "another event", "it did not happen") { $0.happen(.forcedOut(rejected)) },
        .fails(.event("signed_out"), "another session's event", "it did not happen", sessions: 2, judged: 0..<1) {
            $0.happen(.signedOut(.signedOut), in: 1)
        },
        .holds(armed, "armed") { $0.workspace.models[0].scene.armedFaults[.networkOff] = .untilDisarmed },
        .fails(armed, "not armed", "the fault is not armed"),
        .fails(armed, "another one armed", "the fault is not armed") {
            $0.workspace.models[0].scene.armedFaults[.clockAhead] = .untilDisarmed
        },
        .holds(disarmed, "not armed, as expected"),
        .fails(disarmed, "armed against expectation", "the fault is armed") {
            $0.workspace.models[0].scene.armedFaults[.networkOff] = .times(1)
        },
        .fails(armed, "armed in the first session only", "in session 2 the fault is not armed", sessions: 2) {
            $0.workspace.models[0].scene.armedFaults[.networkOff] = .untilDisarmed
        },
    ]
}
