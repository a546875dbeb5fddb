/// The words of a text that is one command.
struct ShellWords {
    let command: ShellCommand

    var words: [String] { command.words }

    init(_ text: String) throws(CurlFault) {
        let commands = CommandList(text, limit: 2).commands
        if let fault = commands.first?.fault { throw fault }
        if commands.count > 1, let separator = commands[0].separator { throw .shellSyntax(separator) }
        command = commands.first ?? ShellCommand()
    }
}
