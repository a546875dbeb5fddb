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
    /// What a target that is a path belongs to, unless a `Host` field says so.
    package var base: URL?

    package init() {}

    /// The values of variables whose names say that they are secret; a URL is none.
    package var secretValues: [String] {
        [given, environment, dotEnv].flatMap { $0 }.filter { $0.key.isNameOfSecret && !$0.value.isURL }.map(\.value)
            .filter { !$0.isEmpty }
    }
}

extension String {
    /// Whether a variable of that name holds what must not be shown.
    ///
    /// Words decide, so that `keyword` and `token_type` are no secrets.
    package var isNameOfSecret: Bool {
        let words = nameWords
        guard let last = words.last, !Self.harmlessEndings.contains(last) else { return false }
        return words.contains { word in
            Self.secretWords.contains(word) || ["token", "password", "secret"].contains { word.hasSuffix($0) }
        }
    }

    private static let secretWords: Set<String> = [
        "apikey", "credential", "credentials", "key", "otp", "pass", "passphrase", "passwd", "pin", "pwd", "secrets",
        "tokens", "userpass",
    ]
    /// Last words of names that speak about a secret without holding one.
    private static let harmlessEndings: Set<String> = [
        "endpoint", "expires", "id", "lifetime", "name", "type", "types", "uri", "url",
    ]

    /// The words of a name, in lower case: those of `apiKey` and `api_key` are `api` and `key`.
    private var nameWords: [String] {
        var words = [""]
        var wasLower = false
        for character in self {
            if !character.isLetter && !character.isNumber {
                words.append("")
            } else {
                if character.isUppercase, wasLower { words.append("") }
                words[words.count - 1] += character.lowercased()
            }
            wasLower = character.isLowercase || character.isNumber
        }
        return words.filter { !$0.isEmpty }
    }

    /// Whether it leads somewhere.
    package var isURL: Bool { lowercased().hasPrefix("http://") || lowercased().hasPrefix("https://") }
}
