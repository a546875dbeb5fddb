import ConsoleApp
import FoundationEssentials
import SessionCore
import TerminalUI

/// How long a frame of the console takes: the update, the drawing, and the comparison with the frame before.
struct FrameBench {
    private static let size = Size(width: 120, height: 36)
    private static let count = 2_000

    private struct Step {
        let name: String
        var preparation: [Key] = []
        /// Pressed in turn, one before each frame.
        var keys: [Key] = []
        /// Whether nothing is drawn yet, and the terminal shows nothing, before each frame.
        var isWhole = false
    }

    private static let steps =
        [
            Step(name: "session: focus moves", keys: [.tab]),
            Step(name: "session: selection moves", preparation: [.backTab], keys: [.up, .down]),
            Step(name: "session: time passes"),
            Step(name: "flow: selection moves", preparation: [.character("2")], keys: [.up, .down]),
            Step(
                name: "flow: a filter is typed", preparation: [.character("2"), .character("/")],
                keys: [.character("o"), .backspace]),
            Step(name: "tokens: selection moves", preparation: [.character("3")], keys: [.down, .up]),
            Step(name: "requests: selection moves", preparation: [.character("4")], keys: [.down, .up]),
            Step(name: "lab: selection moves", preparation: [.character("5")], keys: [.down, .up]),
        ]
        + zip(["session", "flow", "tokens", "requests", "lab"], "12345").map { name, key in
            Step(name: "\(name): the whole frame", preparation: [.character(key)], isWhole: true)
        }

    /// Prints the medians, and the 99th percentile of the whole; only of what has a name that begins so.
    func run(_ part: String) {
        print("frames of \(Self.size.width)×\(Self.size.height), in microseconds: update  draw  compare  p99 of all")
        for step in Self.steps where step.name.hasPrefix(part) { measure(step) }
        if "an event".hasPrefix(part) { measureFlow() }
    }

    private func measure(_ step: Step) {
        var model = Model.ofBench(size: Self.size)
        for key in step.preparation { _ = update(&model, .terminal(.keyPressed(key))) }
        var frames = Frames(glyphs: .unicode)
        var shown = Surface(size: Self.size)
        var now = Model.start
        var times: [[Int64]] = []
        for turn in 0..<Self.count {
            if step.keys.isEmpty { now.addTimeInterval(0.001) }
            if step.isWhole { (frames, shown) = (Frames(glyphs: .unicode), Surface(size: Self.size)) }
            let start = ContinuousClock.now
            _ = update(&model, .terminal(.ticked(now, secondsFromUTC: 0)))
            if !step.keys.isEmpty { _ = update(&model, .terminal(.keyPressed(step.keys[turn % step.keys.count]))) }
            let updated = ContinuousClock.now
            let surface = frames.draw(model, size: Self.size)
            let drawn = ContinuousClock.now
            _ = diff(old: shown, new: surface)
            let compared = ContinuousClock.now
            shown = surface
            times.append([updated - start, drawn - updated, compared - drawn, compared - start].map(Self.nanoseconds))
        }
        let medians = (0..<3).map { part in "\(Double(times.map { $0[part] }.sorted()[times.count / 2] / 100) / 10)" }
        let slowest = times.map { $0[3] }.sorted()[times.count * 99 / 100] / 1000
        print(step.name, medians.joined(separator: "  "), slowest, separator: "  ")
    }

    /// Prints what an exchange costs the model once more of them have come than it keeps.
    private func measureFlow() {
        let count = 100_000
        var model = Model.ofBench(size: Self.size)
        let start = ContinuousClock.now
        for number in 1...count { model.observe(.exchange(HTTPExchange.ofBench(number)), number: 6000 + number) }
        print(
            "an event, after \(count)", Self.nanoseconds((ContinuousClock.now - start) / count) / 1000, separator: "  ")
    }

    private static func nanoseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000
    }
}
