/// What a rule says of a message, with the messages that show it.
enum Judgement: Sendable, Hashable {
    /// The rule was broken.
    case broken([Int])
    /// It may have been: what would decide it was not watched.
    case undecided([Int])
}
