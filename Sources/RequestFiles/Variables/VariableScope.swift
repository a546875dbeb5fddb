package import FoundationEssentials

/// What placeholders stand for, beside what the file itself defines.
package struct VariableScope: Sendable {
    /// From the command line, or typed in by a person; they go before all others and hold no placeholders.
    package var given: [String: String] = [:]
    package var environment: [String: String] = [:]
    /// The values of the private environment's variables.
    package var privateValues: Set<String> = []
    package var dotEnv: [String: String] = [:]
    /// The names of the process's environment variables that the file may read; a file that others wrote could send
    /// any of them anywhere.
    package var allowedVariables: Set<String> = []
    /// The values of those that are set.
    package var processEnvironment: [String: String] = [:]
    /// The answers so far, by the name of the request.
    package var answers: [String: RecordedAnswer] = [:]
    /// The cookies that the answers so far have set.
    package var cookies = CookieJar()
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
    /// Whether a variable of that name holds a secret.
    package var isNameOfSecret: @Sendable (String) -> Bool = { _ in false }
    /// What a target that is a path belongs to, unless a `Host` field says so.
    package var base: URL?

    package init() {}

    /// Whether what stands there in place of a placeholder must not be shown; a URL may.
    package func isSecret(_ value: String, of name: String) -> Bool {
        guard !value.isEmpty, !value.isURL else { return false }
        if isNameOfSecret(name) { return true }
        guard value.utf8.count >= Self.shortestPrivate else { return false }
        // What stands in the file may hold placeholders.
        return privateValues.contains(value) || environment[name].map { privateValues.contains($0) } == true
    }

    /// A shorter value of the private environment is a number, a flag or a word that says little.
    private static let shortestPrivate = 8
}

extension String {
    /// Whether it leads somewhere.
    package var isURL: Bool { lowercased().hasPrefix("http://") || lowercased().hasPrefix("https://") }
}
