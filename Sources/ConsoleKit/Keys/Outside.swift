/// What an effect or an action reaches beyond the screens; nothing where it only shows them in another way.
///
/// It is said once, by the effect or the action; who must not do everything asks ``isRefused(by:)``.
package struct Outside: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Asks for what a screen shows; the past has its own answers.
    package static let lookUp = Outside(rawValue: 1 << 0)
    /// Writes a file.
    package static let file = Outside(rawValue: 1 << 1)
    /// Runs another program, or gives it what is shown.
    package static let program = Outside(rawValue: 1 << 2)
    /// Ends or stops this program.
    package static let departure = Outside(rawValue: 1 << 3)
    /// Shows or hands out a token.
    package static let secret = Outside(rawValue: 1 << 4)
    /// Takes what happens now.
    package static let present = Outside(rawValue: 1 << 5)
    /// Takes a session of this program.
    package static let session = Outside(rawValue: 1 << 6)
    /// Sends something, or changes what is sent next.
    package static let network = Outside(rawValue: 1 << 7)

    /// Changes what becomes of messages that are still to come.
    package static let faults = Outside(rawValue: 1 << 8)

    /// What a moment of the past can't reach: nothing is sent from it.
    package static let beyondPast: Outside = [.network, .faults, .secret]
    /// What a recording can't reach: it is a past without a present.
    package static let beyondRecording = beyondPast.union([.session, .present])
    /// What a scenario must not reach.
    package static let beyondScenario: Outside = [.file, .program, .departure, .secret]
    /// Whether a part of it is beyond reach.
    package func isRefused(by beyond: Outside) -> Bool { !isDisjoint(with: beyond) }
}
