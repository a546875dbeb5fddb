import ConsoleApp
import FoundationEssentials
import RequestFiles
import Scenarios
import SessionCore

extension FileRun {
    /// What placeholders stand for, and where the session's token may go.
    func scope(_ apis: [URL]) throws(CommandFailure) -> VariableScope {
        var scope = VariableScope()
        scope.given = try givenVariables()
        let environments = try folder.environments()
        scope.environment = try environment(of: environments)
        scope.privateValues = environments.privateValues
        scope.isNameOfSecret = SecretNames.contains(variable:)
        scope.dotEnv = try folder.dotEnv()
        scope.allowedVariables = Set(context.invocation.values[.allowVariable] ?? [])
        scope.processEnvironment = context.environment.filter { scope.allowedVariables.contains($0.key) }
        scope.localOffset = LocalTime.secondsFromUTC
        scope.contents = { [folder] path throws(FileRefusal) in try folder.contents(path) }
        let origins = Set(apis.compactMap { Origin($0) })
        scope.isSessions = { url in Origin(url).map(origins.contains) ?? false }
        scope.base = apis.first
        return scope
    }

    private func givenVariables() throws(CommandFailure) -> [String: String] {
        var variables: [String: String] = [:]
        for text in context.invocation.values[.variable] ?? [] {
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
                throw CommandFailure(
                    .badCommandLine, "--variable must be of the form NAME=VALUE.",
                    advice: "See: \(ProgramCall.line(context.command.name, "--help"))")
            }
            variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
        }
        return variables
    }

    /// Which environments define a variable that nothing defines without them.
    func environmentAdvice(_ matter: Remark.Matter) -> String? {
        guard case .undefined(let name) = matter, context.invocation.value(of: .env) == nil,
            let environments = try? folder.environments()
        else { return nil }
        let names = environments.names.filter { environments.variables(of: $0)?[name] != nil }
        guard !names.isEmpty else { return nil }
        return "Give it with --env \(names.joined(separator: " or --env ")), or with --variable \(name)=VALUE."
    }

    private func environment(of environments: RequestEnvironments) throws(CommandFailure) -> [String: String] {
        let name = context.invocation.value(of: .env)
        if let variables = environments.variables(of: name) { return variables }
        let names = environments.names
        let list =
            names.isEmpty
            ? "Write that file: {\"dev\": {\"host\": \"…\"}}." : "Available: \(names.joined(separator: ", "))."
        throw CommandFailure(
            .badCommandLine,
            "There is no environment '\(name ?? "")' in \(RequestEnvironments.fileName) next to \(path) or in "
                + "the workspace's \(RequestEnvironments.settingsFileName).",
            advice: Suggestion.advice(Suggestion.words(for: name ?? "", among: names), list))
    }
}
