/// What a rule says of a message, with the messages that show it.
enum Judgement: Sendable, Hashable {
    /// The rule was broken, with the session that it is about.
    case broken([Int], session: Int?)
    /// It may have been: what would decide it was not watched.
    case undecided([Int])
}
