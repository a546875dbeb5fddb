import ClientObservation
package import FoundationEssentials
import SessionCore

extension LabFault {
    /// How often an armed fault is going to strike.
    package enum Arming: Sendable, Hashable {
        /// When it is injected; there is nothing to disarm.
        case atOnce
        /// At so many occasions; at least one.
        case times(Int)
        case untilDisarmed
        /// At every occasion for that long, unless it is disarmed before.
        case during(Duration)
    }

    /// How long a fault changes what later refreshes bring, also where its own trial is over.
    enum Aftereffect: Sendable {
        case passing, untilRefresh, untilSignIn, untilDisarmed
    }

    /// All that the console knows of a fault.
    package struct Entry: Sendable {
        /// The stable name, as events and exports have it: ``InjectedFault/name``.
        let name: String
        /// The key that chooses it in the menu.
        package let letter: Character
        /// What it does, for the menu.
        package let summary: String
        /// The step of a scenario that injects it, as a sentence.
        package var alias: String?
        /// How it is armed where the user does not say.
        var ownArming = Arming.times(1)
        /// Whether it lasts as long as it is armed, so that it can't be counted.
        package var isCondition = false
        /// Whether only the demo's provider can inject it.
        package var isOfProvider = false
        /// Whether it strikes only a session of this program: its tokens, its memory, its clock, its sign-in page.
        var isOfOwnSession = false
        /// Whether it strikes only the messages of programs that are watched: the watch judges what these make of it.
        var isOfWatch = false
        /// Whether it has no effect without a session.
        package var needsSession = false
        /// What it waits for when it is armed.
        package var occasion = "nothing: it strikes at once"
        /// How far it sets this program's clock ahead.
        var clockShift: TimeInterval = 0
        /// How it can end a session that is not the demo's, on these terms; `nil` where a correct client keeps it.
        package var danger: @Sendable (Terms) -> String? = { _ in nil }
        /// What a correct client does, in a line of a small terminal.
        let expectation: String
        /// What happens where nothing renews the access token; `nil` where that changes nothing.
        var withoutRefresh: String?
        /// What happens under a policy that does not ask for a refresh after a 401.
        var byPolicy: [UnauthorizedPolicy: String] = [:]
        /// All rules that it puts to the test.
        package let rules: [Rule]
        /// Of them the one that a refresh, and the one that a sign-in tests, where it is not all.
        var ofRefresh: Rule?
        var ofSignIn: Rule?
        /// The sections of standards behind them.
        package let sections: String
        var aftereffect = Aftereffect.passing
        /// Whether it makes up the answer to the message that it strikes, other than one that ends a session.
        package var forgesAnswer = false
        /// What the events since it struck say about the session.
        let judge: @Sendable (Aftermath) -> Ruling
        /// The verdict where it is disarmed while it waits for more to be seen.
        var judgeWhenDisarmed: @Sendable (Aftermath) -> Ruling = { _ in
            .undecided("disarmed before anything could be seen")
        }
    }

    private static let entries = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.row) })
    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    private var entry: Entry { Self.entries[self, default: row] }

    package subscript<Value>(dynamicMember member: KeyPath<Entry, Value>) -> Value { entry[keyPath: member] }

    package var name: String { entry.name }
    package var ownArming: Arming { entry.ownArming }

    /// The fault of a stable name.
    package init?(name: String) {
        guard let fault = Self.byName[name] else { return nil }
        self = fault
    }

    /// How a fault of a stable name is called on screens; a name without a fault stays as it is.
    package static func words(for name: String) -> String { LabFault(name: name)?.rawValue ?? name }

    /// The faults of this program's own sessions.
    package static let ofSessions: [LabFault] = allCases.filter { !$0.isOfWatch }

    /// The faults that work with any provider; the demo's provider has the others.
    package static let clientSide: [LabFault] = ofSessions.filter { !$0.isOfProvider }

    /// Those that strike the messages of any program, on their way to any provider.
    package static let ofWatched: [LabFault] = allCases.filter { !$0.isOfProvider && !$0.isOfOwnSession }

    /// How many calls the fault of that name sends.
    package static let burstSize = 20

    /// How far armed faults set this program's clock ahead.
    package static func clockShift(of armed: [LabFault: Arming]) -> TimeInterval {
        armed.keys.map(\.entry.clockShift).reduce(0, +)
    }

    /// Whether it strikes when it is armed, and has no single occasion.
    package var strikesAtOnce: Bool { entry.ownArming == .atOnce || entry.isCondition }

    /// What a correct client does on these terms.
    package func expectation(on terms: Terms) -> String {
        entry.byPolicy[terms.policy]
            ?? (terms.lacksRefreshToken ? entry.withoutRefresh ?? entry.expectation : entry.expectation)
    }
}

/// Faults that are injected once the user has agreed.
package enum FaultPlan: Sendable, Hashable {
    case fault(LabFault, LabFault.Arming)
    case preset(Preset)

    package var faults: [LabFault] {
        switch self {
        case .fault(let fault, _): [fault]
        case .preset(let preset): preset.faults.map(\.fault)
        }
    }
}

extension LabFault.Entry {
    /// A fault of the table that a watch has.
    init(ofWatch name: String, letter: Character) {
        let fault = ClientFault.named(name)
        self.init(
            name: name, letter: letter, summary: fault?.summary ?? name,
            occasion: fault?.target.nextWords ?? "nothing",
            expectation: fault?.expectation ?? "", rules: [],
            sections: (fault?.sections ?? []).map(\.description).joined(separator: ", "),
            judge: { _ in .undecided("the watch says what the client makes of it") })
        isOfWatch = true
    }
}

extension ClientFault.Target {
    /// What a fault waits for when it is armed.
    fileprivate var nextWords: String {
        switch self {
        case .message: "the next message of any kind"
        case .tokenRequest: "the next token request"
        case .call: "the next call with an access token"
        case .refreshToken: "the next answer with a refresh token"
        case .idToken: "the next answer with an ID token"
        case .authorizationResponse: "the next redirect with a code and the issuer"
        }
    }
}
