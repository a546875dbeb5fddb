import Addresses

@testable import session_console

/// Checks the command lines that documents show.
///
/// It reads them itself: the state of `getopt_long` is shared by all tests of a process.
enum CommandLineCheck {
    /// What is wrong with a command line, which begins with the program or with a command; `nil` where nothing is.
    static func flaw(of line: String) -> String? {
        var words = line.prefix { !"|>)\"".contains($0) }.split(separator: " ").map(String.init)[...]
        if words.first == "session-console" { words.removeFirst() }
        if words.first == "--" { return words.count > 1 ? nil : "no program is named" }
        // The console takes options, a resource's URL, and the profile that the documents make.
        if words.first == "work" { words.removeFirst() }
        let name = words.first.flatMap { $0.hasPrefix("-") || $0.isHTTPAddress ? nil : $0 } ?? ""
        guard let command = Command.named(name) else { return "unknown command" }
        var operands: [String] = []
        var startsProgram = false
        while let word = words.popFirst() {
            if word == "--" {
                operands += words
                startsProgram = true
                break
            }
            guard word.hasPrefix("-") else {
                operands.append(word)
                continue
            }
            let name = String(word.prefix { $0 != "=" })
            guard let option = command.allOptions.first(where: { $0.spellings.contains(name) }) else {
                return "the command has no option \(name)"
            }
            if option.argument != nil, name == word { _ = words.popFirst() }
        }
        if !command.name.isEmpty { operands.removeFirst() }
        if operands.count > command.operands.upperBound { return "there are too many operands" }
        let known = command.firstOperands()
        if !command.takesFile, !startsProgram, !known.isEmpty, let first = operands.first, !known.contains(first),
            first != first.uppercased()
        {
            return "'\(first)' is none of \(known)"
        }
        return nil
    }
}
