/// A scenario that ships with the program: a test of it, and teaching material.
package struct ShippedScenario: Sendable, Hashable {
    package let name: String
    package let text: String

    init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }

    /// What it shows: its first line.
    package var summary: String {
        String(text.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " })
    }
}

extension Scenario {
    /// The scenarios that ship with the program, the tour first.
    package static let shipped: [ShippedScenario] = [
        .tour, .rotation, .lostAnswer, .wrongClock, .keyRotation, .scopeShrinks, .providerDown, .twoProcesses,
        .dpopNonce, .stepUp, .deviceSlowDown, .fromAURL,
    ]
}
