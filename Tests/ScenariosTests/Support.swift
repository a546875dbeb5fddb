@testable import Scenarios

/// Testing has a type of the same name.
typealias Expected = Scenarios.Expectation

extension Vocabulary {
    static let test = Vocabulary(
        faults: [
            "expire access token", "burst at expiry", "network off", "token endpoint 400", "token endpoint 500",
            "token endpoint slow", "clock +5 min", "clock -5 min", "reject next refresh", "rotate keys",
            "narrow scope", "lose token reply", "replay refresh token",
        ],
        aliases: [
            Vocabulary.Alias("expire the access token", of: "expire access token", "it counts as expired"),
            Vocabulary.Alias("rotate the keys", of: "rotate keys", "a new key signs"),
            Vocabulary.Alias("reject the next refresh", of: "reject next refresh", "it is answered invalid_grant"),
            Vocabulary.Alias("narrow the scope", of: "narrow scope", "the next refresh grants only openid"),
            Vocabulary.Alias("lose the token reply", of: "lose token reply", "the answer is lost"),
            Vocabulary.Alias("replay the refresh token", of: "replay refresh token", "the spent one is sent"),
        ],
        presets: ["flaky mobile network", "provider down for a minute"],
        screens: ["session", "flow", "tokens", "requests", "lab"],
        events: ["signed_in", "refreshed", "forced_out", "userinfo_fetched"],
        keys: ["esc", "enter", "ctrl-c", "F5"],
        lines: [
            "resource", "resource metadata", "authorization server", "server metadata", "client", "sign in", "call",
        ],
        flaws: Dictionary(
            uniqueKeysWithValues: SpoiledPart.allCases.map { ($0, ["first-flaw", "second-flaw", "nonce"]) }),
        endpoints: ["token", "revocation"], rules: ["other-issuer-accepted"])
}

/// The steps of a text without flaws.
func played(_ text: String) throws -> [ScenarioStep] { try Scenario(parsing: text, vocabulary: .test).steps }

/// The only step of a line.
func action(_ line: String) throws -> StepAction? { try played(line).first?.action }

/// What is expected by a part of an `expect`.
func expectations(_ text: String) throws -> [Expected] {
    guard case .expect(let expectations)? = try played("refresh\nexpect \(text)").last?.action else { return [] }
    return expectations
}

/// The flaws of a text, as lines: `1:6: reason. Advice`.
func flaws(_ text: String, _ vocabulary: Vocabulary = .test) -> [String] {
    do {
        _ = try Scenario(parsing: text, vocabulary: vocabulary)
        return []
    } catch {
        return error.flaws.map { "\($0.line):\($0.column): \($0.reason). \($0.advice ?? "")" }
    }
}
