import Addresses
import ConsoleApp
import FoundationEssentials
import HostSystem
import JOSE
import SessionCore

/// The dialogue of docker and its like with a credential helper (docker-credential-helpers): a verb, a question on
/// standard input, an answer or an error on standard output.
enum DockerCredential {
    /// The name of the helper's file, or its beginning.
    private static let program = CredentialHelper(name: CredentialHelper.own).program

    /// What tells docker to go on without credentials; it compares the text.
    static let notFound = "credentials not found in native keychain"

    /// The longest question, in bytes; `store` may have a certificate.
    private static let limit = 1 << 20

    /// The command line that a program of that name stands for: docker gives its helper no options, so that the profile
    /// is part of its name.
    static func commandLine(of path: String?, _ words: [String]) -> [String]? {
        guard let name = path?.split(separator: "/").last, name.hasPrefix(program) else { return nil }
        let rest = name.dropFirst(program.count)
        guard rest.isEmpty || rest.first == "-" && rest.count > 1 else { return nil }
        return ["credential", "docker"] + (rest.isEmpty ? [] : ["--profile", String(rest.dropFirst())]) + words
    }

    /// The helper for a session; `nil` where it takes more than a profile to find it.
    static func helper(for call: ProgramCall) -> CredentialHelper? {
        guard call.apis.isEmpty else { return nil }
        if call.options.isEmpty { return CredentialHelper(name: CredentialHelper.own) }
        guard call.options.count == 2, call.options[0] == "--profile" else { return nil }
        return CredentialHelper(name: "\(CredentialHelper.own)-\(call.options[1])")
    }

    /// What a question may mean: it is a URL, or a host of either scheme.
    static func urls(of question: String) -> [URL] {
        if question.contains("://") { return [AskedURL.url(question)].compactMap(\.self) }
        return ["https", "http"].compactMap { AskedURL.url("\($0)://\(question)") }
    }

    static func answer(_ token: BearerToken, to question: String) -> JSONValue {
        [
            "ServerURL": .string(question), "Username": .string(GitCredential.userName), "Secret": .string(token.text),
        ]
    }

    /// The origins that there is a token for.
    static func list(_ origins: [Origin]) -> JSONValue {
        .object(JSONObject(origins.map { ("\($0)", .string(GitCredential.userName)) }))
    }

    /// Answers a verb.
    static func run(_ verb: String, _ context: CommandContext) async throws -> ExitStatus {
        switch verb {
        case "list":
            try context.output.json(list(try context.settings().requiredOrigins(for: context.command.name)))
            return .done
        case "get":
            let question = readQuestion()
            guard try context.admitted(urls(of: question), for: .docker, namesPath: false) != nil else {
                try context.output.line(notFound)
                return .failed
            }
            try context.output.json(answer(try await context.issuedBearer(), to: question))
            return .done
        case "store", "erase":
            _ = readQuestion()
            return .done
        case "version":
            try context.output.line("\(program) \(Version.current)")
            return .done
        default:
            throw CommandFailure(.unknownCommand("credential docker \(verb)"), command: context.command.name)
        }
    }

    private static func readQuestion() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count < limit {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
