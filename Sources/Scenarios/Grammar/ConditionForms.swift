/// What a step can wait for.
enum ConditionForms {
    static let table = FormTable<Condition>(
        "a condition",
        [
            Notation(
                "refreshed", example: "wait until refreshed",
                "a refresh has succeeded; an expired token is renewed for it", read: { _ in .refreshed }),
            Notation(
                "authorized", example: "wait until authorized",
                "of another program: the browser has been led back to it with the provider's answer",
                read: { _ in .authorized }),
            Notation("expired", example: "wait until expired", "the access token has expired", read: { _ in .expired }),
            Notation(
                "forced logout", example: "wait until forced logout, at most 5m", "the session has ended",
                read: { _ in .forcedLogout }),
            Notation(
                "refresh due", example: "wait until refresh due", "the access token is about to expire",
                read: { _ in .refreshDue }),
            Notation(
                "state", "authenticated|expired|signed out", example: "wait until state signed out",
                "the session is in this state",
                read: { words throws(ScenarioFlaw) in
                    .state(try words.choice("a state", of: Expectation.State.self))
                }),
            Notation(
                .number, "TIME left", example: "wait until 45s left", "the access token lives no longer than this",
                read: { words throws(ScenarioFlaw) in try timeLeft(&words) }),
            Notation(
                "event", "NAME", example: "wait until event userinfo_fetched",
                "an event of that name has happened: EVENTS",
                read: { words throws(ScenarioFlaw) in .event(try event(&words)) }),
        ])

    private static func timeLeft(_ words: inout LineReader) throws(ScenarioFlaw) -> Condition {
        let time = try words.duration("a time")
        guard words.take("left") else { throw words.flaw("'left' is missing") }
        return .timeLeft(time)
    }

    /// The name of an event, as `events --json` has it.
    static func event(_ words: inout LineReader) throws(ScenarioFlaw) -> String {
        let word = try words.word("the name of an event")
        let name = word.text.lowercased().replacing("-", with: "_")
        guard words.vocabulary.events.contains(name) else {
            throw words.flaw(
                at: word, "\(LineReader.quoted(word.text)) is not an event",
                advice: Suggestion.advice(
                    Suggestion.words(for: name, among: words.vocabulary.events),
                    "Known: \(words.vocabulary.events.joined(separator: ", "))."))
        }
        return name
    }
}
