/// What pip, uv and others ask of a program `keyring`, which they find in `PATH`: a token for an index that wants one.
enum KeyringCredential {
    /// Answers `get URL USER`; of whatever else it says that it has nothing, as `keyring` does.
    static func run(_ words: [String], _ context: CommandContext) async throws -> ExitStatus {
        guard words.count == 3, words[0] == "get", let url = AskedURL.url(words[1]),
            try context.admitted([url], for: .keyring) != nil
        else { return .failed }
        try context.output.line(try await context.issuedBearer().text)
        return .done
    }
}
