/// `help`: explains the program, a command or scenarios; `help man` prints the manual page, for packagers.
extension Command {
    static let help = Command(
        name: "help",
        summary: "explain the program, a command, or scenarios",
        usage: "[COMMAND | scenarios | man]",
        details: "",
        example: "session-console help login",
        operands: 0...1,
        firstOperands: { Command.all.map(\.name).filter { !$0.isEmpty } + ["scenarios", "man"] },
        run: { context in
            let name = context.operands.first ?? ""
            if name == "man" {
                try context.output.line(ManualPage.text)
                return .done
            }
            if name == "scenarios" {
                try context.output.line(ScenarioHelp.text)
                return .done
            }
            guard let command = Command.named(name) else {
                throw CommandFailure(.unknownCommand("help \(name)"), command: "help")
            }
            try context.output.line(name.isEmpty ? Help.program : Help.of(command))
            return .done
        })
}
