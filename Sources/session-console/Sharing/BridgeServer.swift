import Dispatch
import FoundationEssentials
import HostSystem
import MCPBridge
import SessionCore
import Synchronization

/// A bridge at work: between standard input and output, and the session.
struct BridgeServer: Sendable {
    /// What the labels of its calls name as their sender.
    private static let sender = "mcp"
    /// How often it is asked whether the session is another; where there is none, the store is asked for one.
    private static let pause = Duration.seconds(1)

    private let context: CommandContext
    private let opened: CommandSession
    private let url: URL
    /// What is said on standard error; more than a little that nobody reads is dropped.
    private let remarks: HostOutput

    init(_ context: CommandContext, _ opened: CommandSession, to url: URL) {
        (self.context, self.opened, self.url) = (context, opened, url)
        remarks = HostOutput(limit: 1 << 16) { opened.tell(String(decoding: $0, as: UTF8.self)) }
    }

    /// Serves until the end of standard input.
    func run(silence: Duration?) async throws {
        let output = HostOutput { [opened] line in
            // A host that has gone closes its end of standard input as well.
            try? opened.output.data(opened.session.maskingSecrets(in: line) ?? line)
        }
        let manner = Bridge.Manner(version: Version.current, silence: silence ?? .seconds(300)) { tell($0) }
        let bridge = Bridge(to: url, by: upstream(), output: output, manner: manner)
        // Before anything is read: a host that asks for nothing is told, too.
        let generation = await self.generation
        if generation == nil, let absence = await opened.absence { await tell(absence, bridge) }
        let follower = Task { await follow(for: bridge, after: generation) }
        await Self.readLines { await bridge.take($0) }
        follower.cancel()
        await bridge.end()
        await remarks.drain(within: .seconds(1), clock: SystemClock())
    }

    /// Sends with the session's authorization.
    private func upstream() -> Upstream {
        let caller = Caller(name: ProcessTable.name(of: getppid()) ?? Caller.unnamed, process: getppid())
        let count = Counter()
        return { [self] request in
            var request = request
            request.label = RequestLabel(count.next(), from: Self.sender, for: caller)
            let hadSession = await generation != nil
            let reply = await send(request)
            // What was asked for in one session must not be sent in the next.
            guard case .noSession = reply, !hadSession else { return reply }
            // Another process may have signed in since the store was last asked.
            await opened.session.checkStore()
            return await opened.session.state.isAuthenticated ? await send(request) : reply
        }
    }

    private func send(_ request: HTTPRequest) async -> UpstreamReply {
        do throws(SessionError) {
            return .init(try await opened.session.send(request), in: opened, absence: await opened.absence)
        } catch {
            switch error {
            case .noSession, .sessionExpired: return .noSession(await opened.absence ?? "\(error)")
            case .sessionChanged: return .changed(in: await opened.absence)
            case .cancelled: return .cancelled
            default:
                let failure = CommandFailure(
                    describing: error, in: Situation(command: context.command.name, call: opened.settings.call))
                return .failed(failure.sentences)
            }
        }
    }

    // MARK: - The user's session

    /// The number of the present sign-in; `nil` where there is no session.
    private var generation: Int? {
        get async {
            let status = await opened.session.status
            return status.state.isAuthenticated ? status.generation : nil
        }
    }

    /// Tells the bridge of each end of the session and of each sign-in after the one of that number, in this process or
    /// another: without a session nothing else asks the store.
    private func follow(for bridge: Bridge, after known: Int?) async {
        var known = known
        var mayAsk = context.invocation.contains(.signInOnce)
        repeat {
            if known == nil, mayAsk {
                mayAsk = false
                Task { await signIn() }
            }
            guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
            if await generation == nil { await opened.session.checkStore() }
            let present = await generation
            guard present != known else { continue }
            known = present
            if present != nil {
                await bridge.signedIn()
            } else if let absence = await opened.absence {
                await tell(absence, bridge)
            }
        } while !Task.isCancelled
    }

    private func tell(_ absence: String, _ bridge: Bridge) async {
        await bridge.signedOut()
        tell(absence)
    }

    /// Tells the user, on standard error, without waiting for whoever reads it.
    private func tell(_ words: String) { remarks.send(Array(words.utf8)) }

    /// Signs in by the browser, for one of the bridges of the profile.
    private func signIn() async {
        do {
            let file = try context.folders().sessionFile(profile: opened.settings.profile)
            let lock = try await FileLock(path: file + ".sign-in")
                .lock(within: .milliseconds(100), clock: SystemClock())
            defer { lock.release() }
            // The bridge that had the lock before may have signed in.
            await opened.session.checkStore()
            guard await generation == nil else { return }
            let flow = try SignIn(context: context, settings: opened.settings)
                .browserFlow(after: await opened.session.status)
            try await opened.session.signIn(flow)
        } catch let error as CommandFailure {
            tell(error.sentences)
        } catch StoreError.locked {
            tell("Another bridge of this profile is asking for the sign-in.")
        } catch {
            tell("Not signed in: \(error).")
        }
    }

    // MARK: - Standard input

    /// Passes on the lines of standard input, in order; the next piece is read when all lines of the one before are
    /// taken.
    private static func readLines(_ take: @escaping @Sendable (LineCutter.Line) async -> Void) async {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "host-input").async {
                var cutter = LineCutter(limit: Bridge.lineLimit)
                var buffer = [UInt8](repeating: 0, count: 65536)
                while true {
                    let count = read(STDIN_FILENO, &buffer, buffer.count)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { break }
                    hand(cutter.cut(Array(buffer[..<count])), to: take)
                }
                if let last = cutter.end() { hand([last], to: take) }
                continuation.resume()
            }
        }
    }

    private static func hand(
        _ lines: [LineCutter.Line], to take: @escaping @Sendable (LineCutter.Line) async -> Void
    ) {
        guard !lines.isEmpty else { return }
        let isTaken = DispatchSemaphore(value: 0)
        Task {
            for line in lines { await take(line) }
            isTaken.signal()
        }
        isTaken.wait()
    }
}

extension CommandSession {
    /// Why there is no session, with the command that signs in; `nil` where there is one.
    fileprivate var absence: String? {
        get async {
            do throws(CommandFailure) { try await requireSession() } catch { return error.sentences }
            return nil
        }
    }
}

extension CommandFailure {
    /// What happened, and what to do next.
    fileprivate var sentences: String { [message, advice].compactMap(\.self).joined(separator: " ") }
}

/// Counts the requests of a bridge.
private final class Counter: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

extension UpstreamReply {
    /// The session that the request was for is there no longer; `absence` is why there is no other.
    fileprivate static func changed(in absence: String?) -> UpstreamReply {
        absence.map { .noSession($0) } ?? .changed("Another session began meanwhile; call again.")
    }

    /// What the session makes of an answer.
    fileprivate init(_ answer: AuthorizedResponse, in opened: CommandSession, absence: String?) {
        switch answer.verdict {
        case .none, .accepted:
            var response = answer.response
            response.body = opened.session.maskingSecrets(in: response.body) ?? response.body
            self = .answer(response)
        case .sessionEnded(_, let end): self = .noSession(absence ?? "The session has ended: \(end).")
        case .sessionChanged: self = .changed(in: absence)
        default:
            self = .refused(
                answer.advice(opened.settings.call)
                    ?? "The server answered \(answer.response.status): the token is refused.")
        }
    }
}
