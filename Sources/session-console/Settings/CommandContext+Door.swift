import Addresses

/// The one door: what a command line opens.
extension CommandContext {
    /// Finds the command, and checks its options and operands.
    ///
    /// A word is a command, else a profile, else a file; a URL and what follows `--` are themselves. What contains a
    /// slash is a file.
    init(of invocation: Invocation, environment: [String: String], output: Output) throws(CommandFailure) {
        var invocation = invocation
        let words = invocation.words
        let (command, operands): (Command, ArraySlice<String>)
        switch words.first {
        case _? where invocation.isForeignLine: (command, operands) = (.watch, words[...])
        case let word? where word.isHTTPAddress: (command, operands) = (.console, words[...])
        case let word?:
            if !word.isEmpty, let named = Command.named(word) {
                (command, operands) = (named, words.dropFirst())
            } else if !invocation.contains(.profile), Self.isProfile(word, environment) {
                if words.count > 1 { throw CommandFailure(.extraOperand(words[1]), command: "") }
                invocation.values[.profile] = [word]
                (command, operands) = (.console, [])
            } else if word.contains("/") || word.isPathOfFile {
                (command, operands) = (.open, words[...])
            } else {
                throw CommandFailure(.unknownCommand(word), command: nil)
            }
        case nil: (command, operands) = (.console, [])
        }
        self.init(
            command: command, invocation: invocation, operands: Array(operands), environment: environment,
            output: output)
        if invocation.contains(.help) { return }
        let name = command.name
        if let foreign = invocation.values.keys.filter({ !command.allOptions.contains($0) }).min(by: {
            $0.name < $1.name
        }) {
            throw CommandFailure(.foreignOption(foreign, command: command.call), command: name)
        }
        if operands.count > command.operands.upperBound {
            throw CommandFailure(.extraOperand(self.operands[command.operands.upperBound]), command: name)
        }
        if operands.count < command.operands.lowerBound {
            throw CommandFailure(.missingOperand(command.missingOperand), command: name)
        }
    }

    private static func isProfile(_ word: String, _ environment: [String: String]) -> Bool {
        guard ProfileFolder.isName(word), let folders = try? Folders(environment: environment) else { return false }
        return ProfileFolder(path: folders.profiles).has(word)
    }
}
