import ConsoleApp
import FoundationEssentials
import JOSE
import SessionCore

extension TokenFormat {
    /// Whether it is a file's: it names hosts, and no program reads it from a pipe.
    var isFile: Bool { self == .netrc }

    /// The bytes that the other tool reads.
    func text(of token: IssuedToken, for reader: TokenReader) throws(CommandFailure) -> String {
        if self != .raw, token.isBound { throw Self.bound(reader.call) }
        let value = token.value.reveal()
        switch self {
        case .raw: return "\(value)\n"
        case .header: return "Authorization: Bearer \(value)\n"
        case .headersJSON: return JSONValue.object(["Authorization": .string("Bearer \(value)")]).printable + "\n"
        case .env: return "\(reader.variable)=\(value)\n"
        case .execCredential: return try ExecCredential(environment: reader.environment).text(of: token) + "\n"
        case .git: return GitCredential(attributes: []).answer(token)
        case .netrc:
            return reader.hosts.map { "machine \($0) login \(GitCredential.userName) password \(value)\n" }.joined()
        }
    }

    static func bound(_ call: ProgramCall) -> CommandFailure {
        CommandFailure(
            .failed, "The token is bound to a key (DPoP): each request needs a proof, which other tools don't make.",
            advice: "Send requests with: \(call("request", "URL")), or print the bare token with --format raw")
    }
}

/// Who reads a token.
struct TokenReader: Sendable {
    /// The environment variable that `--as` names.
    let variable: String
    /// The hosts of the profile's APIs.
    let hosts: [String]
    let environment: [String: String]
    let call: ProgramCall
}

/// A token that is handed to another program.
struct IssuedToken: Sendable {
    let value: Secret
    let expiresAt: Date?
    /// When the next call refreshes it, where that is known: readers that keep it ask again then.
    var renewedFrom: Date?
    /// Whether requests with it need a proof of a key (RFC 9449).
    var isBound = false
}

extension IssuedToken {
    init(_ token: AccessToken, renewedFrom: Date?) {
        self.init(
            value: token.value, expiresAt: token.expiresAt, renewedFrom: renewedFrom,
            isBound: token.field.reveal() != "Bearer \(token.value.reveal())")
    }
}
