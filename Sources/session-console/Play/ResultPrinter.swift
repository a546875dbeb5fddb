import Scenarios
import Synchronization

/// Prints the results of steps as they come.
final class ResultPrinter: Sendable {
    private let output: Output
    private let state: Mutex<(writer: ResultWriter, last: ContinuousClock.Instant, failure: CommandFailure?)>

    init(_ format: ResultFormat, _ name: String, count: Int, _ output: Output) throws(CommandFailure) {
        self.output = output
        let writer = ResultWriter(format, name: name, count: count)
        for line in writer.opening() { try output.line(line) }
        state = Mutex((writer, .now, nil))
    }

    /// Prints how the scenario begins.
    func begin(_ words: String) {
        state.withLock { state in
            do throws(CommandFailure) {
                for line in state.writer.beginning(words) { try output.line(line) }
            } catch {
                state.failure = state.failure ?? error
            }
        }
    }

    /// Prints a result with the time that the step took in truth, also where it moved the clocks.
    func take(_ result: StepResult) {
        state.withLock { state in
            var result = result
            let now = ContinuousClock.now
            result.duration = now - state.last
            state.last = now
            do throws(CommandFailure) {
                for line in state.writer.add(result) { try output.line(line) }
            } catch {
                state.failure = state.failure ?? error
            }
        }
    }

    /// Prints what comes after the results; throws if anything could not be printed.
    func finish() throws(CommandFailure) {
        let (writer, _, failure) = state.withLock(\.self)
        if let failure { throw failure }
        for line in writer.closing() { try output.line(line) }
    }

    var hasFailed: Bool { state.withLock(\.writer.hasFailed) }
}
