import CurlTransport
import HostSystem
import Interception
import SessionHTTP

/// A caller's connection: one request after the other, on a thread of its own.
///
/// Everything here is a straight line; other threads know the socket alone, which they shut down to end it.
final class ClientConnection {
    private(set) var stream: any ByteStream
    let caller: Caller?
    let relay: RelayContext
    let executor: ThreadExecutor
    private let turn: RequestTurn
    var inbox: Inbox
    var upstream: Upstream?
    /// The server that the tunnel leads to, which the caller has opened.
    private(set) var tunnel: Origin?
    /// The connection to it, before it is known whether TLS is spoken there.
    private var reached: DialledConnection?
    /// Whether the caller has yet to send anything over TLS.
    private var isFreshTLS = false
    private var isWaitedFor = true

    init(_ stream: any ByteStream, from caller: Caller?, of relay: RelayContext, _ open: RelayContext.Open) {
        (self.stream, self.caller, self.relay, executor, turn) = (stream, caller, relay, open.executor, open.turn)
        inbox = Inbox(capacity: relay.limits.headSize)
    }

    /// Serves requests until the caller or the relay ends the connection.
    func serve() {
        while let request = nextRequest() {
            if let decision = decision(onTunnel: request.head) {
                guard follow(decision) else { break }
                continue
            }
            relay.beginRequest(turn)
            let exchange = RelayedExchange(request.head, request.framing, of: self)
            let goesOn = exchange.run()
            relay.endRequest(turn)
            if exchange.hasCallerLeft { isWaitedFor = false }
            guard goesOn else { break }
        }
        upstream = nil
        if isWaitedFor { drain() }
    }

    private func nextRequest() -> (head: RequestHead, framing: BodyFraming)? {
        do throws(HeadFlaw) {
            guard let head = try readHead() else { return nil }
            return (head, try BodyFraming(of: head))
        } catch {
            report(.malformed(error, caller))
            if error == .version, let answer = relay.owner.answerToHTTP2, beginsHTTP2 {
                answerByHTTP2(answer)
            } else if error != .tls {
                // To one who wants TLS, HTTP is noise.
                answer(LocalAnswer(error.status, error.description))
            }
            return nil
        }
    }

    /// `nil` where the caller sends no more, or not in time.
    private func readHead() throws(HeadFlaw) -> RequestHead? {
        var reader = HeadReader()
        var deadline = ContinuousClock.now + relay.limits.idleTime
        var hasBegun = false
        // Most that follow another come at once.
        if inbox.isEmpty { _ = inbox.fillSoon(from: stream) }
        while true {
            dropEmptyLines()
            if !inbox.isEmpty {
                if inbox.bytes.first == 0x16 { throw .tls }
                isFreshTLS = false
                if let head = try reader.read(from: &inbox, as: RequestHead.init) { return head }
                if !hasBegun { (hasBegun, deadline) = (true, .now + relay.limits.headTime) }
            }
            switch fill(until: deadline) {
            case .moved: continue
            case .waits:
                if hasBegun {
                    report(.tooSlow(caller))
                    answer(LocalAnswer(408, "the head of the request did not come in time"))
                }
                return nil
            case .ended, .failed:
                if isFreshTLS { report(.leftAfterHandshake(caller)) }
                isWaitedFor = false
                return nil
            }
        }
    }

    /// Reads once, as soon as there is something; `.waits` once it is too late.
    ///
    /// Meanwhile it sees whether the kept connection to the server is still there.
    func fill(until deadline: ContinuousClock.Instant) -> ByteMovement {
        if stream.hidesBytes, case let passage = inbox.fill(from: stream), !passage.isWaiting { return passage }
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            let kept = (upstream?.stream.descriptor ?? -1, Interest.reading)
            guard left > .zero, let ready = Wait.on((stream.descriptor, .reading), kept, atMost: left) else {
                return .waits
            }
            if ready.1.isEmpty {
                upstream?.isKnownReady = true
            } else if upstream?.isReady() == false {
                upstream = nil
            }
            guard !ready.0.isEmpty, case let passage = inbox.fill(from: stream), !passage.isWaiting else { continue }
            return passage
        }
    }

    /// Some clients send one after a body (RFC 9112 §2.2).
    private func dropEmptyLines() {
        while inbox.count >= 2, inbox.bytes[0] == 0x0D, inbox.bytes[1] == 0x0A { inbox.drop(2) }
    }

    // MARK: - Tunnels

    private func decision(onTunnel head: RequestHead) -> TunnelDecision? {
        guard head.method == "CONNECT", tunnel == nil else { return nil }
        return relay.owner.decide(onTunnel: head, from: caller)
    }

    /// Whether requests follow.
    private func follow(_ decision: TunnelDecision) -> Bool {
        switch decision {
        case .refuse(let answer): self.answer(answer)
        case .pass(let origin): passBytes(to: origin)
        case .open(let server, let context, let origin): return reach(origin) && open(server, context)
        }
        return false
    }

    private static let tunnelIsOpen = Array("HTTP/1.1 200 Connection Established\r\n\r\n".utf8)

    private func passBytes(to origin: Origin) {
        do throws(TransportError) {
            let server = try relay.dialler.dial(origin) { [relay] in relay.isStopped }
            send(Self.tunnelIsOpen)
            isWaitedFor = false
            var tunnel = BlindTunnel(stream, server, inbox: &inbox, of: relay)
            tunnel.run()
        } catch {
            answer(LocalAnswer(error))
        }
    }

    private func reach(_ origin: Origin?) -> Bool {
        guard let origin else { return true }
        do throws(TransportError) {
            reached = try relay.dialler.dial(origin) { [relay] in relay.isStopped }
            return true
        } catch {
            report(.unreachable(origin, error, caller))
            answer(LocalAnswer(error))
            return false
        }
    }

    /// Opens a connection to a server, on the tunnel's where that leads there and was not used.
    func dial(_ origin: Origin) throws(TransportError) -> any ByteStream {
        let reached = origin == tunnel ? reached.take() : nil
        if let reached, !origin.isSecure { return reached }
        return try relay.dialler.dial(origin, over: reached) { [relay] in relay.isStopped }
    }

    /// TLS begins with another byte than any request.
    private func open(_ server: ServerName, _ context: ServerContext) -> Bool {
        send(Self.tunnelIsOpen)
        let deadline = ContinuousClock.now + relay.limits.idleTime
        while inbox.isEmpty {
            guard case .moved = fill(until: deadline) else {
                isWaitedFor = false
                return false
            }
        }
        let isTLS = inbox.bytes.first == 0x16
        tunnel = server.origin(isTLS ? "https" : "http")
        guard isTLS else { return true }
        let connection: TLSConnection
        do throws(InterceptionError) {
            // OpenSSL knows no call that doesn't wait on a socket that may.
            _ = fcntl(stream.descriptor, F_SETFL, O_NONBLOCK)
            connection = try context.accept(on: stream.descriptor, after: inbox.bytes)
        } catch {
            return false
        }
        inbox.drop(inbox.count)
        do throws(HandshakeFlaw) {
            try shakeHands(connection)
        } catch {
            report(.handshake(error.failure, caller))
            return false
        }
        stream = TLSStream(connection, on: stream)
        isFreshTLS = true
        return true
    }

    private struct HandshakeFlaw: Error {
        /// `nil` if it took too long.
        var failure: TLSFailure?
    }

    private func shakeHands(_ connection: TLSConnection) throws(HandshakeFlaw) {
        let deadline = ContinuousClock.now + relay.limits.headTime
        while true {
            let interest: Interest
            switch connection.handshake() {
            case .moved: return
            case .wantsReading: interest = .reading
            case .wantsWriting: interest = .writing
            case .ended: throw HandshakeFlaw(failure: .brokenOff)
            case .failed(let failure): throw HandshakeFlaw(failure: failure)
            }
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero, Wait.on((stream.descriptor, interest), atMost: left) != nil else {
                throw HandshakeFlaw()
            }
        }
    }

    private func report(_ refusal: ConnectionRefusal) { relay.owner.report(refusal, in: tunnel) }

    // MARK: - Answers

    func answer(_ answer: LocalAnswer, withBody: Bool = true) { send(answer.bytes(withBody: withBody)) }

    /// Ends as the connection to the server did: closed, or reset, and so where there was none.
    ///
    /// What the server sent that is not HTTP passes first, as it came.
    func end(as server: Upstream?, withRest: Bool) {
        if withRest, let server { send(Array(server.inbox.bytes)) }
        if server.map({ PeerPresence.hasReset($0.stream.descriptor) }) ?? true { reset() }
    }

    private func reset() {
        var abort = linger(l_onoff: 1, l_linger: 0)
        setsockopt(stream.descriptor, SOL_SOCKET, SO_LINGER, &abort, socklen_t(MemoryLayout<linger>.size))
        isWaitedFor = false
    }

    /// Sends what is small enough for any socket's buffer.
    func send(_ bytes: [UInt8]) {
        var outbox = Outbox()
        outbox.append(bytes)
        while !outbox.isEmpty {
            switch outbox.flush(to: stream) {
            case .moved: continue
            case .waits:
                let ready = Wait.on((stream.descriptor, .writing), atMost: relay.limits.drainTime)
                guard ready != nil else { return }
            case .ended, .failed: return
            }
        }
    }

    /// Lets the caller read the last answer: to close while it still sends would take that answer away from it.
    private func drain() {
        stream.endSending()
        let deadline = ContinuousClock.now + relay.limits.drainTime
        while true {
            if !inbox.isEmpty { inbox.drop(inbox.count) }
            switch inbox.fill(from: stream) {
            case .moved where ContinuousClock.now < deadline: continue
            case .waits:
                let left = ContinuousClock.now.duration(to: deadline)
                guard left > .zero, Wait.on((stream.descriptor, .reading), atMost: left) != nil else { return }
            case .moved, .ended, .failed: return
            }
        }
    }
}
