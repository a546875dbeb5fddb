extension StepForms {
    static let faults: [Notation<StepAction>] = [
        Notation(
            "fault", "NAME [once|twice|COUNT times|until cleared]", example: "fault token-endpoint 500 twice",
            "inject a fault of the lab: FAULTS",
            read: { words throws(ScenarioFlaw) in
                let name = try words.choice("a fault", among: words.vocabulary.faults)
                return .arm(fault: name, try times(&words))
            }),
        Notation(
            "clear", "NAME", example: "clear token-endpoint 500", "disarm a fault",
            read: { words throws(ScenarioFlaw) in
                .disarm(fault: try words.choice("a fault", among: words.vocabulary.faults))
            }),
        Notation("clear faults", example: "clear faults", "disarm all faults", read: { _ in .disarmAll }),
        Notation(
            "preset", "NAME", example: "preset flaky mobile network", "a preset of several faults: PRESETS",
            read: { words throws(ScenarioFlaw) in
                .preset(try words.choice("a preset", among: words.vocabulary.presets))
            }),
    ]

    static func alias(_ alias: Vocabulary.Alias) -> Notation<StepAction> {
        Notation(alias.words, example: alias.words, alias.meaning, read: { _ in .arm(fault: alias.fault, .own) })
    }

    private static func times(_ words: inout LineReader) throws(ScenarioFlaw) -> StepAction.Times {
        if words.isAtEnd { return .own }
        if words.take("once") { return .count(1) }
        if words.take("twice") { return .count(2) }
        if words.take("until cleared") { return .untilDisarmed }
        guard words.beginsWithNumber else {
            throw words.flaw(
                "\(LineReader.quoted(words.peek()?.text ?? ",")) does not say how often",
                advice: "Write once, twice, 3 times or until cleared.")
        }
        let count = try words.number("how often", in: 1...1000)
        guard words.take("times") || count == 1 && words.take("time") else {
            throw words.flaw("'times' is missing", advice: "Write: \(count) times")
        }
        return .count(count)
    }

    static let provider: [Notation<StepAction>] = [
        Notation(
            "revoke the session", example: "revoke the session", "the provider ends it, as an administrator would",
            read: { _ in .provider(.revokeSession) }),
        Notation(
            "revoke the access token", example: "revoke the access token",
            "the provider ends it; the refresh token still works", read: { _ in .provider(.revokeAccessToken) }),
        Notation(
            "lifetimes", "[access=TIME] [refresh=TIME]", example: "lifetimes access=5s",
            "of tokens issued from now on",
            read: { words throws(ScenarioFlaw) in .provider(try lifetimes(&words)) }),
        Notation(
            "provider clock", "TIME ahead|behind", example: "provider clock 5m behind",
            "set the provider's clock wrong; 'provider clock right' corrects it",
            read: { words throws(ScenarioFlaw) in .provider(.setClock(ahead: try clock(&words))) }),
    ]

    private static func lifetimes(_ words: inout LineReader) throws(ScenarioFlaw) -> ProviderStep {
        var (access, refresh): (Duration?, Duration?) = (nil, nil)
        while let word = words.next() {
            switch try StageForms.setting(word, in: words) {
            case ("access", let time?): access = time
            case ("refresh", let time?): refresh = time
            default: throw words.flaw(at: word, "\(LineReader.quoted(word.text)) is not a lifetime")
            }
        }
        guard access != nil || refresh != nil else { throw words.missing("a lifetime") }
        return .setLifetimes(access: access, refresh: refresh)
    }

    /// `5m ahead`, `5m behind`, or `right`.
    static func clock(_ words: inout LineReader) throws(ScenarioFlaw) -> Duration {
        if words.take("right") { return .zero }
        let time = try words.duration("a time, or 'right',")
        if words.take("ahead") { return time }
        if words.take("behind") { return .zero - time }
        throw words.flaw("'ahead' or 'behind' is missing")
    }
}
