/// Hops that wait for a place, in the order in which they came.
struct WaitingHops {
    /// Some have been cancelled, and those before ``first`` are gone.
    private var hops: [Hop?] = []
    private var first = 0
    private var continuations: [ObjectIdentifier: Hop.Continuation] = [:]

    var isEmpty: Bool { continuations.isEmpty }

    /// How many slots there are, those of hops that are gone among them.
    var slotCount: Int { hops.count }

    mutating func append(_ hop: Hop, _ continuation: Hop.Continuation) {
        hops.append(hop)
        continuations[ObjectIdentifier(hop)] = continuation
    }

    /// Removes and returns the one that has waited longest.
    mutating func popFirst() -> (Hop, Hop.Continuation)? {
        while first < hops.count {
            let hop = hops[first].take()
            first += 1
            if let hop, let continuation = continuations.removeValue(forKey: ObjectIdentifier(hop)) {
                tidy()
                return (hop, continuation)
            }
        }
        return nil
    }

    /// Removes a hop, wherever it stands; `nil` where it does not wait.
    ///
    /// Its slot keeps it until it would be its turn, so that no other hop can have its identity.
    mutating func remove(_ hop: Hop) -> Hop.Continuation? {
        guard let continuation = continuations.removeValue(forKey: ObjectIdentifier(hop)) else { return nil }
        tidy()
        return continuation
    }

    /// Drops the slots of hops that are gone, once they are more than the others.
    private mutating func tidy() {
        guard hops.count > 2 * continuations.count + 64 else { return }
        hops = hops[first...].filter { hop in hop.map { continuations[ObjectIdentifier($0)] != nil } ?? false }
        first = 0
    }
}
