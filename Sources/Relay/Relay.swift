package import CurlTransport
import Dispatch
import HostSystem
package import SessionHTTP

/// A relay for HTTP/1.1 on this machine, for programs of the same user or whoever comes: it parses heads, copies bytes.
///
/// What comes goes on as it came, but for what its owner changes in a head: bodies, their chunks, trailers, interim
/// answers and event streams pass at once and unread. Each caller's connection has a thread and at most one connection
/// to a server, which no other uses. It knows no session; ``RelayOwner`` decides about every request.
package final class Relay: Sendable {
    /// Where it listens, with the port that the system chose.
    package let address: RelayAddress
    private let listener: Listener
    private let context: RelayContext

    /// Listens at once; stop it before the process exits, which would end OpenSSL under its threads.
    package init(
        _ address: RelayAddress, dialler: Dialler, limits: RelayLimits = RelayLimits(), owner: any RelayOwner
    ) throws(RelayError) {
        let listener = try Listener(
            address, asksForPeers: !owner.servesAnyone, isOpenToOthers: !limits.otherUsers.isEmpty)
        let context = RelayContext(owner: owner, dialler: dialler, limits: limits)
        (self.listener, self.context, self.address) = (listener, context, listener.address)
        context.threads.enter()
        let thread = OwnedThread {
            while let accepted = listener.accept() {
                for connection in accepted { Self.serve(connection, context) }
            }
            listener.close()
            context.threads.leave()
        }
        guard let thread else {
            context.threads.leave()
            end()
            listener.close()
            throw .refused("no thread can be started")
        }
        thread.detach()
    }

    deinit { end() }

    /// Ends all connections, and returns when nothing is under way any more.
    package func stop() async {
        end()
        await withCheckedContinuation { continuation in
            context.threads.notify(queue: .global()) { continuation.resume() }
        }
    }

    /// Ends all connections, and waits for nothing.
    package func end() {
        if context.stop() { listener.stop() }
    }

    /// Ends the connections of these programs, and waits for nothing; `nil` is one that nobody knows.
    package func end(connectionsOf isMeant: (Caller?) -> Bool) {
        context.end { connection in isMeant(Peer(of: connection)?.caller) }
    }

    /// What Swift's debug builds need for a token's way through a session, with room.
    private static let stackSize = 512 << 10

    private static func serve(_ accepted: Listener.Accepted, _ context: RelayContext) {
        let (descriptor, peer) = (accepted.descriptor, accepted.peer)
        let executor = ThreadExecutor()
        let open = RelayContext.Open(descriptor: descriptor, executor: executor)
        guard case .admitted(let number, let hasMadeRoom) = context.add(open) else {
            return refuse(descriptor, context)
        }
        if hasMadeRoom { context.owner.report(.madeRoom, in: nil) }
        context.threads.enter()
        let thread = OwnedThread(stackSize: stackSize) {
            let stream = SocketStream(descriptor)
            withExtendedLifetime(stream) {
                serve(stream, of: peer, context, open)
                context.remove(number)
            }
            context.threads.leave()
        }
        guard let thread else {
            context.remove(number)
            context.threads.leave()
            return refuse(descriptor, context)
        }
        thread.detach()
    }

    private static func serve(
        _ stream: SocketStream, of peer: Peer?, _ context: RelayContext, _ open: RelayContext.Open
    ) {
        guard !context.owner.servesAnyone else {
            let caller = SocketAddress.peer(of: open.descriptor).map { Caller(name: $0.digits) }
            return ClientConnection(stream, from: caller, of: context, open).serve()
        }
        guard let peer else {
            context.owner.report(.foreignUser(nil), in: nil)
            let answer = LocalAnswer(403, "the system does not say which user has connected")
            return reject(stream, answer, after: context.limits.drainTime)
        }
        guard peer.isOwn || context.limits.otherUsers.contains(peer.user) else {
            context.owner.report(.foreignUser(peer.user), in: nil)
            let answer = LocalAnswer(403, "this address serves another user of this machine")
            return reject(stream, answer, after: context.limits.drainTime)
        }
        ClientConnection(stream, from: peer.caller, of: context, open).serve()
    }

    private static func refuse(_ descriptor: CInt, _ context: RelayContext) {
        let stream = SocketStream(descriptor)
        guard !context.isStopped else { return }
        context.owner.report(.tooMany, in: nil)
        reject(stream, LocalAnswer(503, "too many connections at once: \(context.limits.connections) are served"))
    }

    /// Answers without having read the request; what of it has come is thrown away, or it would cost the answer.
    ///
    /// Whose request comes after the end of a socket in the file system sees no answer: it is waited for, for a time.
    private static func reject(_ stream: SocketStream, _ answer: LocalAnswer, after patience: Duration = .zero) {
        if patience > .zero { _ = Wait.on((stream.descriptor, .reading), atMost: patience) }
        var inbox = Inbox(capacity: 64 << 10)
        _ = inbox.fill(from: stream)
        var outbox = Outbox()
        outbox.append(answer.bytes())
        _ = outbox.flush(to: stream)
        stream.endSending()
    }
}
