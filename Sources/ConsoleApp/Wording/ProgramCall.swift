/// How this program is called for the session at hand: every command line that is shown or copied is made here.
package struct ProgramCall: Sendable, Hashable {
    /// The options that lead another call to the same session: the profile, or what was given in place of one.
    package var options: [String]

    package init(options: [String] = []) {
        self.options = options
    }

    /// The call for a profile; the one called `default` need not be named.
    package init(profile: String) {
        self.init(options: profile == "default" ? [] : ["--profile", profile])
    }

    /// The command line, as a shell takes it: `session-console login --profile work`.
    package func callAsFunction(_ words: String...) -> String {
        Self.line(words + options)
    }

    /// A command line that is about no session.
    package static func line(_ words: [String]) -> String {
        (["session-console"] + words.map(\.shellQuoted)).joined(separator: " ")
    }

    /// A command line that is about no session.
    package static func line(_ words: String...) -> String { line(words) }
}

extension String {
    /// As one word of a POSIX shell.
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
