import Addresses
import FoundationEssentials
import HostSystem

@main
struct Program {
    static func main() async {
        // A core dump would contain tokens. Child processes may still dump theirs.
        CoreDumps.forbid()
        InheritedSignals.remember()
        FreedMemory.share()
        // Without a reader a write fails, instead of a signal ending the program.
        signal(SIGPIPE, SIG_IGN)
        // The same for a file that may not grow.
        signal(SIGXFSZ, SIG_IGN)
        let status = await run(ProgramArguments.all, environment: ProcessInfo.processInfo.environment)
        SignalWatch.shared.endIfAsked()
        TemporaryFolders.removeAll()
        // Skips the libraries' exit handlers: OpenSSL's frees memory that running tasks still use, such as a demo that
        // is left while it starts. Nothing is lost, because output is not buffered.
        _exit(status)
    }

    static func run(_ arguments: [String], environment: [String: String]) async -> Int32 {
        let output = Output()
        do {
            try DescriptorLimit.require()
            let invocation = try parse(arguments)
            if invocation.contains(.version) && invocation.words.isEmpty {
                try output.line("session-console \(Version.withCommit)")
                return ExitStatus.done.rawValue
            }
            let context = try context(of: invocation, environment: environment, output: output)
            if invocation.contains(.help) {
                try output.line(context.command.name.isEmpty ? Help.program : Help.of(context.command))
                return ExitStatus.done.rawValue
            }
            return try await context.command.run(context).rawValue
        } catch let child as ChildEnd {
            return child.status
        } catch {
            let failure = CommandFailure(describing: error)
            // A command that a signal ends prints no failure.
            if !SignalWatch.shared.isEnding { output.failure(failure) }
            return failure.status.rawValue
        }
    }

    private static func parse(_ arguments: [String]) throws(CommandFailure) -> Invocation {
        do {
            return try ArgumentParser.parse(arguments)
        } catch {
            throw CommandFailure(error, command: nil)
        }
    }

    /// Finds the command and checks its options and operands.
    private static func context(
        of invocation: Invocation, environment: [String: String], output: Output
    ) throws(CommandFailure) -> CommandContext {
        // The URL of a resource is the console's own operand.
        let isURL = invocation.words.first?.isHTTPAddress == true
        let name = isURL ? "" : invocation.words.first ?? ""
        guard let command = Command.named(name) else {
            throw CommandFailure(.unknownCommand(name), command: nil)
        }
        let operands = Array(invocation.words.dropFirst(isURL ? 0 : 1))
        let context = CommandContext(
            command: command, invocation: invocation, operands: operands, environment: environment, output: output)
        if invocation.contains(.help) { return context }
        if let foreign = invocation.values.keys.filter({ !command.allOptions.contains($0) }).min(by: {
            $0.name < $1.name
        }) {
            throw CommandFailure(.foreignOption(foreign, command: command.call), command: name)
        }
        if operands.count > command.operands.upperBound {
            throw CommandFailure(.extraOperand(operands[command.operands.upperBound]), command: name)
        }
        if operands.count < command.operands.lowerBound {
            throw CommandFailure(.missingOperand(command.missingOperand), command: name)
        }
        return context
    }
}
