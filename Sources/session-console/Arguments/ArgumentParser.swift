import CGetopt
import HostSystem

/// Splits a command line by the rules of `getopt_long`: long options, unambiguous abbreviations, bundled letters, `--`,
/// and options before or after the operands.
enum ArgumentParser {
    /// The code of the first long option; letters use their own.
    private static let firstCode: Int32 = 256

    static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        let own = arguments.prefix { $0 != "--" }
        let command = own.lazy.filter { !$0.isEmpty }.compactMap(Command.named).first
        let options = Option.known(to: command)
        var strings = (["session-console"] + arguments).map { strdup($0) } + [nil]
        var table = options.enumerated().map { index, option in
            CGetopt.option(
                name: UnsafePointer(strdup(option.name)),
                has_arg: option.argument == nil ? no_argument : required_argument,
                flag: nil, val: firstCode + Int32(index))
        }
        table.append(CGetopt.option())
        defer {
            strings.forEach { free($0) }
            table.forEach { free(UnsafeMutablePointer(mutating: $0.name)) }
        }

        var invocation = Invocation()
        let count = Int32(arguments.count + 1)
        console_getopt_restart()
        while true {
            // getopt_long moves the operands behind the options, in `strings` itself.
            let found = strings.withUnsafeMutableBufferPointer {
                console_getopt_next(count, $0.baseAddress, letters(of: options), table)
            }
            if found.code == -1 {
                invocation.words = strings[Int(found.index)..<Int(count)].compactMap { $0.map { String(cString: $0) } }
                invocation.isForeignLine = own.count + 1 + invocation.words.count == arguments.count
                return invocation
            }
            let written = strings[Int(found.index) - 1].map { String(cString: $0) } ?? ""
            guard let option = option(withCode: found.code, among: options) else {
                throw complaint(found, written: written, options: options)
            }
            invocation.values[option, default: []].append(found.argument.map { String(cString: $0) } ?? "")
        }
    }

    /// With a leading `:` getopt_long reports a missing argument differently from an unknown option.
    private static func letters(of options: [Option]) -> String {
        ":"
            + options.compactMap { option in
                option.letter.map { String($0) + (option.argument == nil ? "" : ":") }
            }.joined()
    }

    private static func option(withCode code: Int32, among options: [Option]) -> Option? {
        if code >= firstCode { return options[Int(code - firstCode)] }
        return options.first { $0.letter?.asciiValue.map(Int32.init) == code }
    }

    private static func complaint(_ found: console_option, written: String, options: [Option]) -> UsageError {
        let letter = UInt8(exactly: found.rejected).flatMap { $0 == 0 ? nil : "-\(Character(UnicodeScalar($0)))" }
        let name = letter ?? String(written.prefix { $0 != "=" })
        if found.code == Int32(UInt8(ascii: ":")) { return .missingArgument(name) }
        return found.rejected >= firstCode ? .unexpectedArgument(name) : .unknownOption(name)
    }
}
