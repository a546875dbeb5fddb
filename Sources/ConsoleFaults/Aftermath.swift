import FoundationEssentials
import SessionCore

/// What has happened since a fault struck: the events, for the fault's judge to ask.
struct Aftermath: Sendable {
    /// The message that the fault struck; `nil` where it struck none.
    let exchange: Int?
    /// Whether the fault made up that message's answer.
    let isForged: Bool
    let struckAt: Date
    let before: Circumstances
    private(set) var events: [SessionEvent] = []

    private var callCount = 0
    /// The last call whose events are kept: a session numbers its calls in the order in which they begin.
    private var lastCall = Int.max

    /// Events of calls that begin after so many are not kept, so that a trial of a busy session stays small.
    static let mostCalls = 1_000

    init(exchange: Int?, isForged: Bool = false, at time: Date, before: Circumstances) {
        (self.exchange, self.isForged, struckAt, self.before) = (exchange, isForged, time, before)
    }

    /// Adds an event; answers whether it is kept, and may change what a judge says.
    mutating func add(_ event: SessionEvent) -> Bool {
        if case .verified = event.kind { return false }
        if let call = event.kind.traits.request {
            guard call <= lastCall else { return false }
            if case .requestStarted = event.kind { callCount += 1 }
            if callCount == Self.mostCalls { lastCall = min(lastCall, call) }
        }
        events.append(event)
        return true
    }

    /// Forgets the events of a trial that is over.
    mutating func clear() { events = [] }

    // MARK: - Asking

    /// What the events of one kind say, in their order.
    func all<Fact>(_ fact: (SessionEvent.Kind) -> Fact?) -> [Fact] { events.compactMap { fact($0.kind) } }

    func count(_ isOfKind: (SessionEvent.Kind) -> Bool) -> Int { events.count { isOfKind($0.kind) } }

    /// How long it is since the fault struck.
    var elapsed: TimeInterval { (events.last?.time ?? struckAt).timeIntervalSince(struckAt) }

    /// Why what was waited for can't come any more.
    var endOfWaiting: String? {
        if hasSignedOut { return "the user had already ended the session" }
        return hasSignedIn ? "another sign-in came first" : nil
    }
}
