/// The forms of all steps, by the chapters of the manual.
enum StepForms {
    static func chapters(_ vocabulary: Vocabulary) -> [(title: String, forms: [Notation<StepAction>])] {
        [
            ("signing in and out", signingIn), ("calls", calls), ("tokens", tokens),
            ("faults", faults + vocabulary.aliases.map(alias)), ("the provider", provider),
            ("another program", client), ("time", time), ("the audience", audience), ("what must hold", expecting),
        ]
    }

    static func table(_ vocabulary: Vocabulary) -> FormTable<StepAction> {
        FormTable(
            "a step", chapters(vocabulary).flatMap(\.forms),
            others: (StageForms.table.forms.map(\.openingWords)) + processes.forms.map(\.openingWords))
    }

    /// Which of the two sessions a step is for; the step follows.
    static let processes = FormTable<ScenarioStep.Process>(
        "a session",
        [
            Notation(
                "in process 1:", "STEP", example: "in process 1: GET /orders",
                "the step in the first session, which is the default", read: { _ in .first }),
            Notation(
                "in process 2:", "STEP", example: "in process 2: GET /orders",
                "the step in a second session on the same store, as in another process", read: { _ in .second }),
            Notation(
                "in both processes:", "STEP", example: "in both processes: GET /orders",
                "the step in both sessions at once; a state or a token is expected of each, a count or an event of "
                    + "both together",
                read: { _ in .both }),
        ])

    private static let tokens: [Notation<StepAction>] = [
        Notation(
            "refresh", example: "refresh",
            "renew the access token now; fails where a failed refresh must not be repeated yet", read: { _ in .refresh }
        ),
        Notation("user info", example: "user info", "ask the provider who the user is", read: { _ in .fetchUserInfo }),
    ]

    private static let time: [Notation<StepAction>] = [
        Notation(
            "wait", "TIME", example: "wait 47m",
            "let this much time pass; the demo's clocks move at once; the session renews a token that lives 30s or "
                + "longer",
            read: { words throws(ScenarioFlaw) in .wait(try words.duration("a time")) }),
        Notation(
            "wait until", "CONDITION[, at most TIME]", example: "wait until refreshed, at most 10s",
            "let time pass until this holds; the step fails after 10 minutes, or the time given",
            read: { words throws(ScenarioFlaw) in try waitUntil(&words) }),
    ]

    /// How long a step waits where it does not say.
    static let usualPatience = Duration.seconds(600)

    private static func waitUntil(_ words: inout LineReader) throws(ScenarioFlaw) -> StepAction {
        let condition = try ConditionForms.table.read(&words)
        guard words.takeComma() else { return .waitUntil(condition, atMost: usualPatience) }
        guard words.take("at most") else {
            throw words.flaw("only the longest time may follow the comma", advice: "Write: , at most 10s")
        }
        return .waitUntil(condition, atMost: try words.duration("the longest time"))
    }

    private static let audience: [Notation<StepAction>] = [
        Notation(
            "say", "TEXT", example: "say The access token is about to expire.",
            """
            show a caption, until 'say ""' or until the first step after the next 'expect' other than 'pause' and \
            'show'
            """,
            read: { words throws(ScenarioFlaw) in
                if let quoted = try words.quotedText() { return .say(quoted) }
                guard let text = words.rest() else { throw words.missing("the text") }
                return .say(text.text)
            }),
        Notation(
            "pause", "TIME", example: "pause 2s", "time to read; without a terminal nothing happens",
            read: { words throws(ScenarioFlaw) in .pause(try words.duration("a time")) }),
        Notation(
            "show", "SCREEN", example: "show flow", "show a screen of the console: SCREENS",
            read: { words throws(ScenarioFlaw) in
                .show(screen: try words.choice("a screen", among: words.vocabulary.screens))
            }),
        Notation(
            "press", "KEY …", example: "press ? esc", "type keys in the console, as its help names them",
            read: { words throws(ScenarioFlaw) in .press(try keys(&words)) }),
    ]

    private static func keys(_ words: inout LineReader) throws(ScenarioFlaw) -> [String] {
        var keys: [String] = []
        while let word = words.nextField() {
            let known = words.vocabulary.keys
            guard word.text.count == 1 || known.contains(word.text) else {
                let similar = Suggestion.words(for: word.text, among: known)
                throw words.flaw(
                    at: word, "\(LineReader.quoted(word.text)) is not a key",
                    advice: Suggestion.advice(
                        similar, "A key is one character or one of: \(known.joined(separator: ", "))."))
            }
            keys.append(word.text)
        }
        guard !keys.isEmpty else { throw words.missing("a key") }
        return keys
    }

    private static let expecting: [Notation<StepAction>] = [
        Notation(
            "expect", "WHAT[, WHAT …]", example: "expect 1 refresh, 0 logouts",
            """
            fail unless all of this holds since the previous expectations; consecutive lines of expect judge the same \
            events, also with say, show and pause between them
            """,
            read: { words throws(ScenarioFlaw) in
                var expectations = [try ExpectationForms.table.read(&words)]
                while words.takeComma() { expectations.append(try ExpectationForms.table.read(&words)) }
                return .expect(expectations)
            })
    ]
}
