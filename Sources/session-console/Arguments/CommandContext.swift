import FoundationEssentials

/// A command's input: its options, operands, environment and output.
struct CommandContext: Sendable {
    var command: Command
    var invocation: Invocation
    /// The words after the command's name.
    var operands: [String]
    var environment: [String: String]
    var output: Output

    var printsJSON: Bool { invocation.contains(.json) }
    var isVerbose: Bool { invocation.contains(.verbose) }

    /// The option's value as a time; throws a failure with exit status 2 if it isn't one.
    func duration(_ option: Option) throws(CommandFailure) -> Duration? {
        do { return try invocation.duration(option) } catch { throw CommandFailure(error, command: command.name) }
    }

    func number(_ option: Option, in range: ClosedRange<Int>) throws(CommandFailure) -> Int? {
        do {
            return try invocation.number(option, in: range)
        } catch {
            throw CommandFailure(error, command: command.name)
        }
    }

    func choice<Choice: RawRepresentable & CaseIterable>(
        _ option: Option, _ type: Choice.Type
    ) throws(CommandFailure) -> Choice? where Choice.RawValue == String {
        do { return try invocation.choice(option, type) } catch { throw CommandFailure(error, command: command.name) }
    }
}
