import FoundationEssentials
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
    private let host: BridgedHost

    init(_ context: CommandContext, _ opened: CommandSession, for host: BridgedHost) {
        (self.context, self.opened, self.host) = (context, opened, host)
    }

    /// Serves until the end of the host's input.
    func run() async {
        // Before anything is read: a host that asks for nothing is told, too.
        let generation = await self.generation
        if generation == nil, let absence = await opened.absence { await tell(absence) }
        host.connect(
            upstream(), signIn: { await self.generation },
            masking: { [session = opened.session] in session.maskingSecrets(in: $0) ?? $0 })
        // It may have answered the host by itself, as long as no profile had its server.
        if generation != nil { await host.bridge.signedIn() }
        let follower = Task { await follow(after: generation) }
        await host.listen()
        follower.cancel()
        await host.end()
    }

    /// Sends with the session's authorization.
    private func upstream() -> Upstream {
        let caller = Caller.parent
        let count = Counter()
        return { [self] request in
            var request = request
            request.label = RequestLabel(count.next(), from: Self.sender, for: caller)
            if let absence = opened.exclusion { return .noSession(absence) }
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

    /// The number of the present sign-in; `nil` where there is no session for this host.
    private var generation: Int? {
        get async {
            guard opened.cutOffs.ownOrigin == nil else { return nil }
            let status = await opened.session.status
            return status.state.isAuthenticated ? status.generation : nil
        }
    }

    /// Tells the bridge of each end of the session and of each sign-in after the one of that number, in this process or
    /// another: without a session nothing else asks the store.
    private func follow(after known: Int?) async {
        var known = known
        var mayAsk = context.invocation.contains(.signInOnce)
        repeat {
            if known == nil, mayAsk {
                mayAsk = false
                Task { await signIn() }
            }
            guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
            opened.cutOffs.look()
            if await generation == nil { await opened.session.checkStore() }
            let present = await generation
            guard present != known else { continue }
            known = present
            if present != nil {
                await host.bridge.signedIn()
            } else if let absence = await opened.absence {
                await tell(absence)
            }
            if let exclusion = opened.exclusion { await host.bridge.abandon(because: exclusion) }
        } while !Task.isCancelled
    }

    private func tell(_ absence: String) async {
        await host.bridge.signedOut()
        host.tell(absence)
    }

    /// Signs in by the browser, for one of the bridges of the profile.
    private func signIn() async {
        await context.asOneBridge(of: opened.settings.profile, for: host) {
            // The bridge that had the lock before may have signed in.
            await opened.session.checkStore()
            guard opened.exclusion == nil, await generation == nil else { return }
            let flow = try SignIn(context: context, settings: opened.settings)
                .browserFlow(after: await opened.session.status)
            try await opened.session.signIn(flow)
        }
    }
}

extension CommandSession {
    /// That the host was cut off; `nil` where it was not.
    fileprivate var exclusion: String? {
        do throws(CommandFailure) { try requireAdmission() } catch { return error.sentences }
        return nil
    }

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
    var sentences: String { [message, advice].compactMap(\.self).joined(separator: " ") }
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
