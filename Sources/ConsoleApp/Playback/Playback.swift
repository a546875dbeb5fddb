import FoundationEssentials
package import Scenarios
package import SessionCore
import TerminalUI

/// A scenario that is being played: where it is, and what has happened since.
///
/// Steps are carried out by the same functions as keys, and judged by the events and answers that reach the models.
package struct Playback: Sendable {
    enum Phase: Sendable {
        /// Before the first step, or between two.
        case between
        /// The second session is being opened.
        case opening
        /// The effects of a step are under way.
        case acting
        /// Time goes by, until a condition holds or a moment comes.
        case travelling(Journey)
        /// The audience reads.
        case resting
        case ended
    }

    package let scenario: Scenario
    /// The columns of the longest text that is said.
    let longestCaption: Int
    package internal(set) var pace: Pace
    package internal(set) var results: [StepResult] = []
    var phase = Phase.between
    /// Whether no further step begins by itself.
    var isPaused = false
    /// Whether it pauses after the step that is under way or comes next.
    var playsOneStep = false
    /// The step that is under way or comes next.
    var index = 0
    /// The text that was said last, as long as it speaks of what is played.
    var caption: String?
    /// Whether what the caption speaks of has been judged, so that it leaves when the story goes on.
    var isCaptionOver = false
    var window = PlaybackWindow()
    /// Whether expectations have looked at the window, so that the next action begins a new one.
    var isJudged = true
    /// Why the step under way has failed, as far as that is known already.
    var failure: String?
    /// Whether the second session was asked for.
    var isOpeningSecond = false
    package private(set) var ticket = PlaybackTicket()
    private var stepStart: Date?
    /// Whether no step has begun yet.
    var isNew: Bool { stepStart == nil }
    /// The password for users that the demo does not know.
    let password: Secret?

    package init(_ scenario: Scenario, pace: Pace, password: Secret? = nil) {
        (self.scenario, self.pace, self.password) = (scenario, pace, password)
        longestCaption =
            scenario.steps.lazy.map { if case .say(let text) = $0.action { TextWidth.columns(of: text) } else { 0 } }
            .max() ?? 0
    }

    var step: ScenarioStep? { scenario.steps.indices.contains(index) ? scenario.steps[index] : nil }
    /// Whether keys are the scenario's: an audience watches, and has not paused it.
    var hasKeys: Bool { pace.speed != nil && !hasEnded && !isPaused }
    package var hasEnded: Bool { if case .ended = phase { true } else { false } }
    package var hasFailed: Bool { results.contains { $0.outcome.isFailure } }

    /// How the step under way signs in.
    package var signInStep: ScenarioSignIn? { if case .acting = phase { step?.action.signInStep } else { nil } }

    /// Whether a person signs in, whom no clock may overtake.
    package var awaitsPerson: Bool { signInStep.map { $0.user == nil && $0.method != .client } ?? false }

    /// What the step after this one expects; empty where it does something else.
    var nextExpectations: [Expectation] {
        guard scenario.steps.indices.contains(index + 1),
            case .expect(let expectations) = scenario.steps[index + 1].action
        else { return [] }
        return expectations
    }

    /// A ticket that makes all earlier ones void.
    mutating func nextTicket() -> PlaybackTicket {
        ticket.number += 1
        return ticket
    }

    mutating func begin(at now: Date) {
        failure = nil
        window.beginStep()
        stepStart = now
    }

    /// Records the outcome of the present step and goes on to the next; after a failure all others are skipped.
    ///
    /// The answer says what came of it.
    mutating func endStep(_ outcome: StepResult.Outcome, answer: String?, at now: Date) -> [PlaybackEffect] {
        guard let step else { return [] }
        let duration = stepStart.map { Duration.seconds(now.timeIntervalSince($0)) } ?? .zero
        var ended = [StepResult(step, outcome, duration: duration)]
        ended[0].answer = answer
        index += 1
        if outcome.isFailure {
            ended += scenario.steps[index...].map { StepResult($0, .skipped) }
            index = scenario.steps.count
        }
        results += ended
        if playsOneStep { (isPaused, playsOneStep) = (true, false) }
        return ended.map { .report($0) }
    }
}

/// A time that goes by in a step.
struct Journey: Sendable {
    /// What ends it; `nil` for a plain wait.
    let condition: Condition?
    let start: Date
    let end: Date

    var length: Duration { .seconds(end.timeIntervalSince(start)) }
}
