import RequestFiles
import SessionCore

/// Makes the command lines that are shown or copied, for the present session.
package struct ProgramCall: Sendable, Hashable {
    /// The options by which another call uses the same session: the profile, or the options given instead.
    package var options: [String]
    /// The APIs that the command line names and no profile.
    package var apis: [String] = []

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

    /// The command line of a command that is about the session's APIs.
    package func aboutAPIs(_ words: String...) -> String {
        Self.line(words + options + apis.flatMap { ["--api", $0] })
    }

    /// The call that signs in as the session did that began by this flow; without one by the usual flow.
    package func login(by flow: String?) -> String {
        let flow = flow.flatMap { SignInFlowName(rawValue: $0) } ?? .code
        return flow == .code ? self("login") : self("login", "--flow", flow.rawValue)
    }

    /// A command line that is about no session.
    package static func line(_ words: [String]) -> String {
        (["session-console"] + words.map(\.shellWordOnOneLine)).joined(separator: " ")
    }

    /// A command line that is about no session.
    package static func line(_ words: String...) -> String { line(words) }
}
