import ClientObservation
import ClientWatch
import ConsoleApp
import CurlTransport
import HostSystem
import Interception
import Relay
import SessionCore
import SessionProxy
import Synchronization

/// A command that runs unchanged, while its requests to the profile's APIs get the session's token.
struct ServedCommand: Sendable {
    /// What stands where a program wants a token: it never leaves for an API.
    static let placeholder = "replaced-by-session-console"

    private let context: CommandContext
    private let rules: [ProxyRule]
    /// The variable that the program takes its token from.
    private let variable: String

    /// Throws for options of a proxy that other programs are told of.
    init(_ context: CommandContext, only rules: [ProxyRule]) throws(CommandFailure) {
        for option in Option.proxyPlace where context.invocation.contains(option) {
            throw CommandFailure(
                .badCommandLine, "--\(option.name) is for a proxy without COMMAND.",
                advice: "See: session-console proxy --help")
        }
        (self.context, self.rules, variable) = (context, rules, try context.variableName())
    }

    private var words: [String] { context.operands }

    /// Returns the command's exit status.
    func run(_ opened: CommandSession) async throws -> Int32 {
        let apis = try opened.settings.requiredOrigins(for: context.command.name)
        let processes = ServedProcesses()
        // A signal that ended the program meanwhile would leave the run's folder, or the command, behind.
        SignalWatch.shared.hold()
        defer { SignalWatch.shared.release() }
        let remarks = Remarks(opened)
        let run: Run
        do {
            run = try Run(
                opened, apis, base: context.environment, rules: rules, login: await opened.login, processes
            ) {
                remarks.tell($0)
            }
        } catch let error as CommandFailure {
            throw error
        } catch {
            throw CommandFailure(.failed, "The proxy can't start: \(error)")
        }
        SignalWatch.shared.beforeEnd { run.end() }
        let pid: pid_t
        do throws(ChildProcess.Failure) {
            var variables = run.variables
            variables[variable] = Self.placeholder
            pid = try processes.start(with: run.entry) { [words] () throws(ChildProcess.Failure) in
                try ChildProcess.start(words, environment: variables, printing: .here)
            }
        } catch {
            await run.stop()
            throw CommandFailure(error, of: words[0])
        }
        SignalWatch.shared.passSignals(to: pid)
        let following = [Task { await opened.tellOfEnds() }, Task { await run.follow(opened.cutOffs) }]
        let status = await ChildProcess.exitStatus(of: pid) { SignalWatch.shared.passSignals(to: nil) }
        for task in following { task.cancel() }
        tellOfRest(run, processes, opened)
        await run.stop()
        return status
    }

    private func tellOfRest(_ run: Run, _ processes: ServedProcesses, _ opened: CommandSession) {
        if !run.proxy.hasServed {
            let runtime = RunningProgram.runtime(ofCommand: words[0], path: context.environment["PATH"])
            opened.tell("No request from \(words[0]) to an --api was seen. \(Runtime.words(ofProxy: runtime))")
        }
        let left = processes.left
        guard !left.isEmpty else { return }
        opened.tell(
            "\(words[0]) has ended, and left running: "
                + left.prefix(10).map { "\($0)" }.joined(separator: ", ")
                + ". The proxy in their environment ends with this command.")
    }
}

/// The proxy of a command at work.
private struct Run: Sendable {
    let proxy: CommandProxy
    let variables: [String: String]
    private let relay: Relay
    private let folder: RunFolder

    init(
        _ opened: CommandSession, _ apis: [Origin], base: [String: String], rules: [ProxyRule], login: String,
        _ processes: ServedProcesses, tell: @escaping @Sendable (String) -> Void
    ) throws {
        let hosts: WatchList
        do throws(HostFlaw) {
            hosts = try WatchList(apis.map(\.host))
        } catch {
            throw CommandFailure(.badCommandLine, "An --api can't be served. \(error)")
        }
        let authority = try RunAuthority(for: hosts)
        let trust = UpstreamTrust(file: opened.settings.transport.certificateAuthorityFile, base: [:])
        if apis.contains(where: \.isSecure) { OwnedThread { trust.prepare() }?.detach() }
        proxy = CommandProxy(
            of: opened.session, to: apis, only: rules, opening: authority, login: login,
            refusing: { caller in processes.contain(caller) ? opened.cutOffs.refusal(of: caller) : .stranger },
            onRefusal: { tell($0.wordsOfRun) })
        relay = try Relay(.port(0), dialler: Dialler(opened.settings.transport, trust: trust), owner: proxy)
        do {
            folder = try RunFolder(for: authority.root, base: base)
        } catch {
            relay.end()
            throw error
        }
        variables = ChildEnvironment.variables(
            from: base, proxy: ProxyAddress(port: relay.address.port ?? 0), hosts: hosts, files: folder.files)
    }

    /// What every process of the command has in its environment.
    var entry: String { "http_proxy=\(variables["http_proxy"] ?? "")" }

    /// Ends the connections of programs that are cut off, until the task is cancelled.
    func follow(_ cutOffs: CutOffWatch) async {
        await cutOffs.follow { relay.end { cutOffs.refusal(of: $0) != nil } }
    }

    func stop() async {
        await relay.stop()
        folder.remove()
    }

    /// Does the same, and waits for nothing.
    func end() {
        relay.end()
        folder.remove()
    }
}

/// What is said on standard error, each sentence once.
private final class Remarks: Sendable {
    private static let limit = 100

    private let opened: CommandSession
    private let said = Mutex<Set<String>>([])

    init(_ opened: CommandSession) { self.opened = opened }

    func tell(_ words: String) {
        let isNew = said.withLock { $0.count < Self.limit && $0.insert(words).inserted }
        if isNew { opened.tell(words) }
    }
}

extension SessionProxy.Refusal {
    /// In a sentence, where a program was led here by its environment.
    fileprivate var wordsOfRun: String {
        switch self {
        case .connection(.handshake(.noCommonProtocol?, let caller)):
            "Refused \(caller.words): it speaks HTTP/2 alone, as gRPC does. Give it the token by "
                + "'session-console exec'."
        case .connection(.handshake(.distrusted?, let caller)):
            "\(caller.words) does not trust the authority of this run. \(Runtime.words(ofTrust: caller.runtime))"
        case .connection(.handshake(_, let caller)), .connection(.leftAfterHandshake(let caller)):
            "\(caller.words) broke off its TLS handshake. \(Runtime.words(ofTrust: caller.runtime))"
        case .connection(.unreachable(let origin, let error, let caller)):
            "\(origin.authority) was not reached for \(caller.words): \(error)."
        default: words
        }
    }
}

extension Caller? {
    fileprivate var runtime: Runtime? { RunningProgram.runtime(of: self?.process, named: self?.name) }
}
