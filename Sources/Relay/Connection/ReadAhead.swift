import CurlTransport

extension BodyFraming {
    /// Reads a whole body without consuming it, and returns its content.
    ///
    /// Returns `nil` if the buffer is too small for the body, or the sender is too slow.
    func content(_ received: () -> UnsafeRawBufferPointer, fill: () -> ByteMovement) -> [UInt8]? {
        while true {
            var (counter, content) = (BodyCounter(self), [UInt8]())
            do throws(ChunkReader.Flaw) {
                _ = try counter.take(received()) { content += $0 }
            } catch {
                return nil
            }
            if counter.isComplete { return content }
            guard case .moved = fill() else { return nil }
        }
    }
}

extension ClientConnection {
    /// The content of a request's body, before it passes.
    func contentAhead(_ framing: BodyFraming) -> [UInt8]? {
        let deadline = ContinuousClock.now + relay.limits.headTime
        return framing.content({ inbox.bytes }) { inbox.isFull ? .ended : fill(until: deadline) }
    }

    /// Waits; returns whether the caller has waited, too.
    func pause(_ time: Duration) -> Bool {
        let deadline = ContinuousClock.now + time
        var interest = Interest.end
        while case let left = ContinuousClock.now.duration(to: deadline), left > .zero {
            // That a caller which sends no more has left altogether is no event.
            let glance = interest.isEmpty ? min(left, .milliseconds(100)) : left
            let ready = Wait.on((stream.descriptor, interest), atMost: glance)?.0
            if let ready, !ready.isDisjoint(with: .gone) { return false }
            if ready != nil { interest = [] }
            if interest.isEmpty, PeerPresence.hasLeft(stream.descriptor) { return false }
        }
        return true
    }
}

extension Upstream {
    /// The content of an answer's body, before it passes.
    func contentAhead(_ framing: BodyFraming, within time: Duration) -> [UInt8]? {
        let deadline = ContinuousClock.now + time
        return framing.content({ inbox.bytes }) { inbox.isFull ? .ended : fill(until: deadline) }
    }

    private func fill(until deadline: ContinuousClock.Instant) -> ByteMovement {
        while true {
            if case let passage = inbox.fill(from: stream), !passage.isWaiting { return passage }
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero, Wait.on((stream.descriptor, .reading), atMost: left) != nil else { return .waits }
        }
    }
}
