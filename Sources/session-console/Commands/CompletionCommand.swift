import ConsoleApp
import Scenarios

/// `completion bash|zsh|fish`: prints a script for the shell, made from the tables of commands and options.
extension Command {
    static let completion = Command(
        name: "completion",
        summary: "print a completion script for bash, zsh or fish",
        usage: "bash|zsh|fish",
        details: """
            'completion requests' prints the names that 'request @NAME' and 'run --name'
            take, a line each: of the .http and .rest files in this folder, or of --file.
            """,
        example: """
            session-console completion bash \\
                > ~/.local/share/bash-completion/completions/session-console
            """,
        options: [.file],
        operands: 1...1,
        firstOperands: { CompletionScript.ShellName.allCases.map(\.rawValue) },
        run: { context in
            if context.operands[0] == CompletionScript.requests {
                for name in try FileRun.names(context) { try context.output.line(name) }
                return .done
            }
            guard let shell = CompletionScript.ShellName(rawValue: context.operands[0]) else {
                throw CommandFailure(
                    .badCommandLine, "There are completions for bash, zsh and fish, not for '\(context.operands[0])'.",
                    advice: Suggestion.advice(
                        Suggestion.words(
                            for: context.operands[0], among: CompletionScript.ShellName.allCases.map(\.rawValue)),
                        "See: \(ProgramCall.line("completion", "--help"))"))
            }
            try context.output.line(CompletionScript.text(for: shell))
            return .done
        })
}
