import SessionCore

/// Makes the command lines that are shown or copied, for the present session.
package struct ProgramCall: Sendable, Hashable {
    /// The options by which another call uses the same session: the profile, or the options given instead.
    package var options: [String]

    package init(options: [String] = []) {
        self.options = options
    }

    /// The call for a profile; `default` need not be named.
    package init(profile: String) {
        self.init(options: profile == "default" ? [] : ["--profile", profile])
    }

    /// The command line, quoted for a shell: `session-console login --profile work`.
    package func callAsFunction(_ words: String...) -> String {
        Self.line(words + options)
    }

    /// The call that signs in as the session did that began by this flow; without one by the usual flow.
    package func login(by flow: String?) -> String {
        let flow = flow.flatMap { SignInFlowName(rawValue: $0) } ?? .code
        return flow == .code ? self("login") : self("login", "--flow", flow.rawValue)
    }

    /// A command line that is about no session.
    package static func line(_ words: [String]) -> String {
        (["session-console"] + words.map(\.shellQuoted)).joined(separator: " ")
    }

    /// A command line that is about no session.
    package static func line(_ words: String...) -> String { line(words) }
}

extension String {
    /// The text as one word of a POSIX shell.
    package var shellQuoted: String {
        let isPlain =
            !isEmpty
            && utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    || "-_./:@%+,".utf8.contains(byte)
            }
        return isPlain
            ? self : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
