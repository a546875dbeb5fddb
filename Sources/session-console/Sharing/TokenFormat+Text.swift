import ConsoleApp
import FoundationEssentials
import JOSE
import RequestFiles
import SessionCore

extension TokenFormat {
    /// Whether it is a file's: it names hosts, and no program reads it from a pipe.
    var isFile: Bool { self == .netrc }

    /// The bytes that the other tool reads.
    func text(of token: IssuedToken, for reader: TokenReader) throws(CommandFailure) -> String {
        guard self != .raw else { return "\(token.value.reveal())\n" }
        let token = try BearerToken(token, for: reader.call)
        let field = "Bearer \(token.text)"
        switch self {
        case .raw, .header: return "Authorization: \(field)\n"
        case .headersJSON: return JSONValue.object(["Authorization": .string(field)]).printable + "\n"
        // A shell replaces a tilde at the beginning.
        case .env: return "\(reader.variable)=\(token.text.shellWord)\n"
        case .execCredential: return try ExecCredential(environment: reader.environment).text(of: token) + "\n"
        case .git: return GitCredential(attributes: []).answer(token)
        case .netrc:
            return reader.hosts.map { "machine \($0) login \(GitCredential.userName) password \(token.text)\n" }
                .joined()
        }
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
