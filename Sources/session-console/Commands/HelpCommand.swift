/// `help`: explains the program or a command; `help man` prints the manual page, for packagers.
extension Command {
    static let help = Command(
        name: "help",
        summary: "explain the program or a command",
        usage: "[COMMAND]",
        details: "",
        example: "session-console help login",
        operands: 0...1,
        firstOperands: { Command.all.map(\.name).filter { !$0.isEmpty } + ["man"] },
        run: { context in
            let name = context.operands.first ?? ""
            if name == "man" {
                try context.output.line(ManualPage.text)
                return .done
            }
            guard let command = Command.named(name) else {
                throw CommandFailure(.unknownCommand(name), command: nil)
            }
            try context.output.line(name.isEmpty ? Help.program : Help.of(command))
            return .done
        })
}
