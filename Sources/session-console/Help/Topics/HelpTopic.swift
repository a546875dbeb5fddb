import Scenarios

/// A page of `help TOPIC`, which is also a section of the manual.
struct HelpTopic: Sendable {
    /// The word that selects the page.
    var name: String
    /// What the page is about, for lists of topics.
    var summary: String
    /// The page's contents, made when the page is asked for.
    var parts: @Sendable () -> [Part]

    enum Part: Sendable {
        case heading(String)
        case paragraph(String)
        /// Lines to type or to write, which are never broken.
        case sample(String)
        /// Names beside their meanings.
        case table([Row])
        /// Forms above their meanings, with an example where that says more.
        case forms([ScenarioManual.Entry])
    }

    typealias Row = (name: String, meaning: String)

    /// Every topic, in the order of the help.
    static let all = [screens, profiles, recordings, requests, scenarios, watching, serving, proving, proofs, tools]

    static func named(_ name: String) -> HelpTopic? { all.first { $0.name == name } }
}
