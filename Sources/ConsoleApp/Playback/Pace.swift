/// How a scenario is played.
package struct Pace: Sendable, Hashable {
    /// How many times as fast as an audience reads; `nil` without an audience, for which nothing waits.
    package var speed: Double?
    /// Whether waiting takes its time; otherwise clocks are moved, which only the demo can do.
    package var isRealTime: Bool

    package init(speed: Double?, isRealTime: Bool) { (self.speed, self.isRealTime) = (speed, isRealTime) }

    /// The speeds that a key steps through.
    static let speeds = [0.25, 0.5, 1, 2, 4, 8]

    /// The next speed in that direction.
    mutating func step(by direction: Int) {
        guard let speed else { return }
        let faster = Self.speeds.first { $0 > speed }
        let slower = Self.speeds.last { $0 < speed }
        self.speed = (direction > 0 ? faster : slower) ?? speed
    }

    /// How long an audience needs for a step, or to read a text.
    func rest(_ seconds: Double) -> Duration? { speed.map { .seconds(seconds / $0) } }

    static let afterAction = 1.0
    static let afterExpectation = 0.8

    static func reading(_ text: String) -> Double { max(1.5, Double(text.count) / 18) }

    /// The frames that an audience sees of a time that passes faster than it does.
    static let frames = 90.0
    static let frameInterval = Duration.milliseconds(33)
}
