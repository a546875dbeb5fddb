package import FoundationEssentials

/// What placeholders stand for, beside what the file itself defines.
package struct VariableScope: Sendable {
    /// From the command line, or typed in by a person; they go before all others and hold no placeholders.
    package var given: [String: String] = [:]
    package var environment: [String: String] = [:]
    package var dotEnv: [String: String] = [:]
    /// The names of the process's environment variables that the file may read; a file that others wrote could send
    /// any of them anywhere.
    package var allowedVariables: Set<String> = []
    /// The values of those that are set.
    package var processEnvironment: [String: String] = [:]
    /// The answers so far, by the name of the request.
    package var answers: [String: RecordedAnswer] = [:]
    /// The requests whose answers are assumed to have what is referred to: for a check before anything is sent.
    package var assumedAnswers: Set<String> = []
    package var now = Date.now
    /// How far local time is ahead of UTC, in seconds.
    package var localOffset: @Sendable (Date) -> Int = { _ in 0 }
    /// What stands in place of a value that is new with each sending, by the placeholder's name; `nil` for the value.
    package var standIn: @Sendable (String) -> String? = { _ in nil }
    package var random: @Sendable (ClosedRange<Int>) -> Int = { Int.random(in: $0) }
    /// The bytes of a file that a body names, by its path as it is written.
    package var contents: @Sendable (String) throws(FileRefusal) -> [UInt8] = { _ throws(FileRefusal) in throw .outside
    }
    /// Whether the session's token may go to that URL.
    package var isSessions: @Sendable (URL) -> Bool = { _ in false }
    /// What a target that is a path belongs to, unless a `Host` field says so.
    package var base: URL?

    package init() {}

    /// The values that must not be shown, by the names of their variables; where an address leads is no secret.
    package var secretValues: [String] {
        [given, environment, dotEnv].flatMap { $0 }.filter { $0.key.isNameOfSecret && !$0.value.isURL }.map(\.value)
            .filter { !$0.isEmpty }
    }
}

extension String {
    /// Whether a variable of that name holds what must not be shown.
    package var isNameOfSecret: Bool {
        let name = lowercased()
        return name == "pin" || ["pass", "pwd", "secret", "token", "key", "otp"].contains { name.contains($0) }
    }

    /// Whether it leads somewhere.
    package var isURL: Bool { lowercased().hasPrefix("http://") || lowercased().hasPrefix("https://") }
}
