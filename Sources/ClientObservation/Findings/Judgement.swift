/// What a rule says of a message, with the messages that show it.
enum Judgement: Sendable, Hashable {
    /// The rule was broken, with the session that it is about and with what shows it in a value.
    case broken([Int], session: Int?, Contrast? = nil)
    /// The rule may have been broken: what would decide it was not watched.
    case undecided([Int])
}

extension Judgement {
    /// Adds the values that show it, where they are known.
    func showing(_ contrast: Contrast?) -> Judgement {
        guard let contrast, case .broken(let messages, let session, _) = self else { return self }
        return .broken(messages, session: session, contrast)
    }
}
