/// A scenario that ships with the program: a test of it, and teaching material.
package struct ShippedScenario: Sendable, Hashable {
    package let name: String
    package let text: String

    init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }

    /// What it shows: its first line.
    package var summary: String { comment(0) }

    /// Of a chapter, what happens to programs that it breaks: its second line.
    package var danger: String { comment(1) }

    private func comment(_ place: Int) -> String {
        let line = text.split(separator: "\n", maxSplits: place + 1).dropFirst(place).first ?? ""
        return line.hasPrefix("#") ? String(line.drop { $0 == "#" || $0 == " " }) : ""
    }
}

extension Scenario {
    /// The scenarios that ship with the program, the tour first.
    package static let shipped: [ShippedScenario] = [
        .tour, .rotation, .lostAnswer, .wrongClock, .keyRotation, .scopeShrinks, .providerDown, .twoProcesses,
        .dpopNonce, .stepUp, .deviceSlowDown, .fromAURL,
    ]
}
