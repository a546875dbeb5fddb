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
        if let handover = LinkHandover(ProgramArguments.all) { _exit(handover.carryOut()) }
        if let example = ExampleClient(ProgramArguments.all) {
            _exit(await example.run(ProcessInfo.processInfo.environment))
        }
        let arguments = calledLine(by: CommandLine.arguments.first, ProgramArguments.all)
        let status = await run(arguments, environment: ProcessInfo.processInfo.environment)
        SignalWatch.shared.endIfAsked()
        TemporaryFolders.removeAll()
        // Skips the libraries' exit handlers: OpenSSL's frees memory that running tasks still use, such as a demo that
        // is left while it starts. Nothing is lost, because output is not buffered.
        _exit(status)
    }

    /// The command line that is meant by programs which call this one by a name, or in a way, of their own.
    static func calledLine(by name: String?, _ words: [String]) -> [String] {
        if words == [CargoCredential.option] { return ["credential", CredentialAsker.cargo.rawValue] + words }
        return DockerCredential.commandLine(of: name, words) ?? words
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
            let context = try CommandContext(of: invocation, environment: environment, output: output)
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
}
