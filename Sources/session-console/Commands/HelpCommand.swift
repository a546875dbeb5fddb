/// `help`: explains the program, a command or a topic; `help man` prints the manual page, for packagers.
extension Command {
    static let help = Command(
        name: "help",
        summary: "explain the program, a command or a topic",
        usage: "[COMMAND | TOPIC | man]",
        details: "Topics:\n" + Columns.list(HelpTopic.all.map { ("  " + $0.name, $0.summary) }).joined(separator: "\n"),
        example: "session-console help login",
        operands: 0...2,
        firstOperands: {
            Command.all.map(\.name).filter { !$0.isEmpty } + HelpTopic.all.map(\.name).filter { !$0.contains(" ") } + [
                "man"
            ]
        },
        run: { context in
            let name = context.operands.joined(separator: " ")
            if name == "man" {
                try context.output.line(ManualPage.text)
                return .done
            }
            if let topic = HelpTopic.named(name) {
                try context.output.line(topic.text)
                return .done
            }
            guard let command = Command.named(name) else {
                throw CommandFailure(.unknownCommand("help \(name)"), command: "help")
            }
            try context.output.line(name.isEmpty ? Help.program : Help.of(command))
            return .done
        })
}
