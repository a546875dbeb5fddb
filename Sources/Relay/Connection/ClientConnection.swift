import CurlTransport
import SessionHTTP

/// A caller's connection: one request after the other, on a thread of its own.
///
/// Everything here is a straight line; other threads know the socket alone, which they shut down to end it.
final class ClientConnection {
    let stream: any ByteStream
    let caller: Caller
    let relay: RelayContext
    let executor: ThreadExecutor
    var inbox: Inbox
    var upstream: Upstream?
    private var isWaitedFor = true

    init(_ stream: any ByteStream, from caller: Caller, of relay: RelayContext, executor: ThreadExecutor) {
        (self.stream, self.caller, self.relay, self.executor) = (stream, caller, relay, executor)
        inbox = Inbox(capacity: relay.limits.headSize)
    }

    /// Serves requests until the caller or the relay ends the connection.
    func serve() {
        while let request = nextRequest() {
            let exchange = Exchange(request.head, request.framing, of: self)
            let goesOn = exchange.run()
            isWaitedFor = !exchange.hasCallerLeft
            guard goesOn else { break }
        }
        upstream = nil
        if isWaitedFor { drain() }
    }

    private func nextRequest() -> (head: RequestHead, framing: BodyFraming)? {
        do throws(HeadFlaw) {
            guard let lines = try readHead() else { return nil }
            let head = try RequestHead(lines)
            return (head, try BodyFraming(of: head))
        } catch {
            relay.owner.note(.malformed(error, caller))
            // To one who wants TLS, HTTP is noise.
            if error != .tls { answer(LocalAnswer(error.status, error.description)) }
            return nil
        }
    }

    /// `nil` where the caller sends no more, or not in time.
    private func readHead() throws(HeadFlaw) -> HeadLines? {
        var reader = HeadReader()
        var deadline = ContinuousClock.now + relay.limits.idleTime
        var hasBegun = false
        while true {
            dropEmptyLines()
            if !inbox.isEmpty {
                if inbox.bytes.first == 0x16 { throw .tls }
                if !hasBegun { (hasBegun, deadline) = (true, .now + relay.limits.headTime) }
                if let lines = try reader.read(from: &inbox) { return lines }
            }
            switch inbox.fill(from: stream) {
            case .moved: continue
            case .waits: break
            case .ended, .failed:
                isWaitedFor = false
                return nil
            }
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero, Wait.on((stream.descriptor, .reading), atMost: left) != nil else {
                if hasBegun {
                    relay.owner.note(.tooSlow(caller))
                    answer(LocalAnswer(408, "the head of the request did not come in time"))
                }
                return nil
            }
        }
    }

    /// Some clients send one after a body (RFC 9112 §2.2).
    private func dropEmptyLines() {
        while inbox.count >= 2, inbox.bytes[0] == 0x0D, inbox.bytes[1] == 0x0A { inbox.drop(2) }
    }

    /// Sends what is small enough for any socket's buffer.
    func answer(_ answer: LocalAnswer, withBody: Bool = true) {
        var outbox = Outbox()
        outbox.append(answer.bytes(withBody: withBody))
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
