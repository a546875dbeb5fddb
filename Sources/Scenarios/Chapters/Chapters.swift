extension Scenario {
    /// The chapters of `prove` that ship with the program, the calmest weather first.
    package static let chapters: [ShippedScenario] =
        expiries + outages + endings + signIns + toolServers + machines
}
