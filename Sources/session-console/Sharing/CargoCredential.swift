import FoundationEssentials
import JOSE

/// The dialogue of cargo with a credential provider: a line of JSON for each question and each answer.
enum CargoCredential {
    /// What cargo calls a provider with, and nothing else; the arguments in its configuration come with each question.
    static let option = "--cargo-plugin"

    private static let versions: JSONValue = ["v": [1]]

    /// The index that a question is about: over HTTP in pieces (`sparse+https://…`), or a repository of git.
    static func index(of question: JSONValue) -> URL? {
        guard let text = question["registry"]?["index-url"]?.string else { return nil }
        let sparse = "sparse+"
        return AskedURL.url(text.hasPrefix(sparse) ? String(text.dropFirst(sparse.count)) : text)
    }

    /// What cargo sends as the field `Authorization`, until it is renewed.
    static func answer(_ token: BearerToken) -> JSONValue {
        var answer: JSONObject = ["kind": "get", "token": .string("Bearer \(token.text)")]
        if let end = token.renewedFrom ?? token.expiresAt {
            answer["cache"] = "expires"
            answer["expiration"] = .number(JSONNumber(Int(end.timeIntervalSince1970.rounded(.down))))
        } else {
            answer["cache"] = "never"
        }
        answer["operation_independent"] = true
        return ["Ok": .object(answer)]
    }

    /// A refusal that cargo knows; its words are cargo's own.
    static func refusal(_ kind: String) -> JSONValue { ["Err": ["kind": .string(kind)]] }

    static func failure(_ failure: CommandFailure) -> JSONValue {
        let causes = [failure.advice].compactMap(\.self).map { JSONValue.string($0) }
        return ["Err": ["kind": "other", "message": .string(failure.message), "caused-by": .array(causes)]]
    }

    /// Answers until the end of standard input.
    static func run(_ context: CommandContext) async throws -> ExitStatus {
        try context.output.json(versions)
        while let line = readLine(strippingNewline: true) {
            guard let question = try? JSONValue(parsing: Array(line.utf8)) else {
                throw CommandFailure(.badCommandLine, "What came on standard input is no question of cargo's.")
            }
            try context.output.json(await answer(to: question, context))
        }
        return .done
    }

    private static func answer(to question: JSONValue, _ context: CommandContext) async -> JSONValue {
        guard question["kind"]?.string == "get" else { return refusal("operation-not-supported") }
        do {
            let asked = try context.asked(by: question["args"]?.strings ?? [])
            guard let index = index(of: question), try asked.admitted([index], for: .cargo) != nil else {
                return refusal("url-not-supported")
            }
            return answer(try await asked.issuedBearer())
        } catch {
            return failure(CommandFailure(describing: error))
        }
    }
}

extension CommandContext {
    /// The context of the command line in cargo's configuration.
    fileprivate func asked(by words: [String]) throws(CommandFailure) -> CommandContext {
        guard !words.isEmpty else { return self }
        let invocation: Invocation
        do throws(UsageError) {
            invocation = try ArgumentParser.parse(words)
        } catch {
            throw CommandFailure(error, command: command.name)
        }
        let asked = try CommandContext(of: invocation, environment: environment, output: output)
        guard asked.command.name == command.name, asked.operands == [CredentialAsker.cargo.rawValue] else {
            throw CommandFailure(
                .badCommandLine, "credential-provider in cargo's configuration does not name this command.",
                advice: "Write what this prints: session-console setup cargo")
        }
        return asked
    }
}
