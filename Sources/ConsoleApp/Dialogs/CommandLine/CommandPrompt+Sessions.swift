import ConsoleKit

/// The commands that show other sessions: `profile work`, `split`, `split work`.
extension CommandPrompt {
    private static let profile = "profile"
    private static let split = "split"

    static func sessionCandidates(_ profiles: [String]) -> [Candidate] {
        let beside = Candidate(
            name: split, keys: "", summary: "a second session on the same store, next to this one", verb: "session")
        return profiles.map {
            Candidate(name: "\(profile) \($0)", keys: "", summary: "that of this profile", verb: "session")
        }
            + [beside]
            + profiles.map { Candidate(name: "\(split) \($0)", keys: "", summary: "next to this one", verb: "session") }
    }

    /// Whether a name is that of a screen or an action that needs a session.
    static func isOfSessions(_ name: String) -> Bool {
        (ShellAction(rawValue: name)?.reaches ?? ScreenID(rawValue: name)?.reaches)?.contains(.session) == true
    }

    /// The request that was typed; `nil` for other commands, and where a name is missing.
    static func sessionRequest(_ words: [String]) -> SessionRequest? {
        switch (words.first, words.count) {
        case (profile, 2): .show(words[1])
        case (split, 1): .split(nil)
        case (split, 2): .split(words[1])
        default: nil
        }
    }
}

extension SessionRequest {
    /// As it is typed.
    var command: String {
        switch self {
        case .show(let profile): "profile \(profile)"
        case .split(let profile): ["split", profile].compactMap(\.self).joined(separator: " ")
        case .next, .close: ""
        }
    }
}
