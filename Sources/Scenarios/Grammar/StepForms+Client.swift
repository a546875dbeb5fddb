extension StepForms {
    /// What only a scenario about another program does.
    static let client: [Notation<StepAction>] = [
        Notation(
            "require", "SPECIFICATION SECTION, …: TEXT",
            example: "require RFC 6749 6: the session goes on after the token has expired",
            "what the next expectations ask of the program, and where that is written: it is wrong otherwise",
            read: { words throws(ScenarioFlaw) in .client(.rule(try requirement(&words, isDemanded: true))) }),
        Notation(
            "advise", "SPECIFICATION SECTION, …: TEXT",
            example: "advise RFC 6750 3.1: after a 401 the call is sent again",
            "as 'require', where a program that does otherwise is not wrong: the result is undecided then",
            read: { words throws(ScenarioFlaw) in .client(.rule(try requirement(&words, isDemanded: false))) }),
        Notation(
            "leave", "RULE undecided", example: "leave other-issuer-accepted undecided",
            "what this rule of 'watch' finds counts no more than the advice of the chapter",
            read: { words throws(ScenarioFlaw) in
                let rule = try words.choice("a rule of 'watch'", among: words.vocabulary.rules)
                guard words.take("undecided") else { throw words.flaw("'undecided' is missing") }
                return .client(.leaveUndecided(rule))
            }),
        Notation(
            "restart the client", "[at its refresh]", example: "restart the client at its refresh",
            """
            end it at once (SIGKILL), and start it again; at its refresh: once the provider has spent the refresh \
            token, and before the answer
            """,
            read: { words throws(ScenarioFlaw) in .client(.restart(atRefresh: words.take("at its refresh"))) }),
        Notation(
            "start a second client", example: "start a second client", "beside the one that runs, as a user would",
            read: { _ in .client(.startSecond) }),
        Notation(
            "spoil", "grants|ID tokens|chain|resource NAME …", example: "spoil ID tokens nonce",
            """
            flaws of the provider, by the names of its switches spoil-grants, spoil-id-tokens, spoil-chain and \
            spoil-resource ('provider --help'); those of that part that are not named are mended
            """,
            read: { words throws(ScenarioFlaw) in .client(try spoil(&words)) }),
        Notation(
            "mend", "grants|ID tokens|chain|resource", example: "mend ID tokens", "all flaws of that part",
            read: { words throws(ScenarioFlaw) in
                .client(.spoil(try words.choice("a part of the provider", of: SpoiledPart.self), []))
            }),
        Notation(
            "throttle token requests", "[for TIME [as a date]]", example: "throttle token requests for 2s as a date",
            """
            the next, and all in that time, are answered 429, with a Retry-After of so many seconds, or a date that is \
            so far ahead; or the next alone, without one
            """,
            read: { words throws(ScenarioFlaw) in .client(.throttle(try patience(&words))) }),
        Notation(
            "move the provider", example: "move the provider",
            "the API names another authorization server, which knows nobody; the old one answers 404",
            read: { _ in .client(.moveProvider) }),
        Notation(
            "lose the reply of", "ENDPOINT", example: "lose the reply of revocation",
            "the next request there has its effect, and gets no answer",
            read: { words throws(ScenarioFlaw) in
                .client(.loseReply(of: try words.choice("an endpoint", among: words.vocabulary.endpoints)))
            }),
    ]

    private static func patience(_ words: inout LineReader) throws(ScenarioFlaw) -> Patience {
        guard words.take("for") else { return .unsaid }
        let time = try words.duration("a time")
        let isDate = words.take("as a date")
        // A date has whole seconds, and the present one counts no more.
        guard time >= .seconds(isDate ? 2 : 1) else {
            throw words.flaw("a client can't be asked for so little patience", advice: "Write: for 2s")
        }
        return isDate ? .date(ahead: time) : .delay(time)
    }

    private static func requirement(
        _ words: inout LineReader, isDemanded: Bool
    ) throws(ScenarioFlaw) -> ClientRequirement {
        let place = words
        guard let line = words.rest(), let colon = line.text.firstRange(of: ": ") else {
            throw place.flaw("the section or the text is missing")
        }
        let places = try line.text[..<colon.lowerBound].split(separator: ", ").map { name throws(ScenarioFlaw) in
            let parts = name.split(separator: " ")
            guard let section = parts.last, parts.count > 1 else {
                throw place.flaw("the number of the section is missing")
            }
            return ClientRequirement.Place(parts.dropLast().joined(separator: " "), String(section))
        }
        return ClientRequirement(
            places: places, text: String(line.text[colon.upperBound...]), isDemanded: isDemanded)
    }

    private static func spoil(_ words: inout LineReader) throws(ScenarioFlaw) -> ClientStep {
        let part = try words.choice("a part of the provider", of: SpoiledPart.self)
        let known = words.vocabulary.flaws[part] ?? []
        var names = [try words.choice("a flaw", among: known)]
        while !words.isAtEnd { names.append(try words.choice("a flaw", among: known)) }
        return .spoil(part, names)
    }
}
