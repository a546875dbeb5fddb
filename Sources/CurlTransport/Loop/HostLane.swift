/// The places that one host has at a transport, and the hops that wait for them; used on the transfer thread only.
///
/// A slow host holds up its own requests and no other's. The protocol's messages have a lane of their own: a refresh,
/// for which callers wait, must not stand behind them.
final class HostLane {
    struct Name: Hashable {
        let host: String
        let isOfProtocol: Bool
    }

    let name: Name
    var waiting = WaitingHops()
    private let places: Int
    private var taken = 0

    init(_ name: Name, places: Int) {
        (self.name, self.places) = (name, places)
    }

    var hasPlace: Bool { taken < places }

    /// Whether it has no hop at all.
    var isEmpty: Bool { taken == 0 && waiting.isEmpty }

    func take() { taken += 1 }

    func release() { taken -= 1 }
}

/// The lanes of one transfer thread; used on it only.
struct Lanes {
    /// Beyond this many, empty ones are removed.
    private static let limit = 256

    /// How many hops each may have under way.
    private let places: Int
    private var lanes: [HostLane.Name: HostLane] = [:]
    private var last: HostLane?
    /// Those in which hops wait.
    private var crowded: [HostLane] = []

    init(places: Int) {
        self.places = places
    }

    /// The lane with that name; most requests go where the one before went.
    mutating func lane(_ name: HostLane.Name) -> HostLane {
        if let last, last.name == name { return last }
        let lane = lanes[name] ?? add(name)
        last = lane
        return lane
    }

    /// Lets a hop wait for a place; `false` where one is free, and no other hop waits for it.
    mutating func makeWait(_ hop: Hop, _ continuation: Hop.Continuation, in lane: HostLane) -> Bool {
        if lane.waiting.isEmpty {
            if lane.hasPlace { return false }
            if !crowded.contains(where: { $0 === lane }) { crowded.append(lane) }
        }
        lane.waiting.append(hop, continuation)
        return true
    }

    /// Removes and returns the next hop that waits where a place has become free.
    mutating func next() -> (HostLane, Hop, Hop.Continuation)? {
        guard !crowded.isEmpty else { return nil }
        crowded.removeAll { $0.waiting.isEmpty }
        guard let lane = crowded.first(where: \.hasPlace), let (hop, continuation) = lane.waiting.popFirst() else {
            return nil
        }
        return (lane, hop, continuation)
    }

    /// Removes and returns any hop that waits.
    mutating func removeWaiting() -> Hop.Continuation? {
        while let lane = crowded.last {
            if let (_, continuation) = lane.waiting.popFirst() { return continuation }
            crowded.removeLast()
        }
        return nil
    }

    private mutating func add(_ name: HostLane.Name) -> HostLane {
        if lanes.count >= Self.limit { lanes = lanes.filter { !$0.value.isEmpty } }
        let lane = HostLane(name, places: places)
        lanes[name] = lane
        return lane
    }
}
