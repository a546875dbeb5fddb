/// What `expect` can expect; a comma separates one from the next.
enum ExpectationForms {
    static let table = FormTable<Expectation>("an expectation", session + answers + counts + tokens + rest)

    private static let session: [Notation<Expectation>] = [
        Notation(
            "state", "authenticated|expired|signed out", example: "expect state authenticated",
            "the session is in this state",
            read: { words throws(ScenarioFlaw) in .state(try words.choice("a state", of: Expectation.State.self)) }),
        Notation(
            "forced logout", "[because TEXT]", example: "expect forced logout because invalid_grant",
            "the session ended against the user's will, with this in the reason",
            read: { words throws(ScenarioFlaw) in .forcedLogout(because: try reason(&words)) }),
        Notation(
            "sign-in failed", "[because TEXT]", example: "expect sign-in failed because access_denied",
            "the last sign-in failed, with this in the reason",
            read: { words throws(ScenarioFlaw) in .signInFailed(because: try reason(&words)) }),
        Notation(
            "refresh failed", "[because TEXT]", example: "expect refresh failed because 500",
            "the refresh failed or was rejected, with this in the reason",
            read: { words throws(ScenarioFlaw) in .refreshFailed(because: try reason(&words)) }),
    ]

    private static let answers: [Notation<Expectation>] = [
        Notation(
            .number, "STATUS", example: "expect 200", "every call since has this status, a number from 100 to 599",
            read: { words throws(ScenarioFlaw) in try statusOrCount(&words) }),
        Notation(
            "no answer", "[because TEXT]", example: "expect no answer",
            "every call since got no answer, or was not sent",
            read: { words throws(ScenarioFlaw) in .noAnswer(try reason(&words)) }),
        Notation(
            "challenge", "NAME=VALUE", example: "expect challenge error=insufficient_scope",
            "the last answer's WWW-Authenticate says so",
            read: { words throws(ScenarioFlaw) in
                let (name, value) = try pair("a parameter", "=", &words)
                return .challenge(name: name, value: value)
            }),
        Notation(
            "body contains", "TEXT", example: "expect body contains \"x\"",
            "the last answer's body contains this text",
            read: { words throws(ScenarioFlaw) in .body(contains: try words.text("the text")) }),
        Notation(
            "header", "NAME: VALUE", example: "expect header Content-Type: application/json",
            "the last answer has this header field",
            read: { words throws(ScenarioFlaw) in
                let (name, value) = try pair("a header field", ":", &words)
                return .header(name: name, value: value)
            }),
    ]

    private static let counts: [Notation<Expectation>] = [
        Notation(
            .number, "COUNT COUNTABLE", example: "expect 1 refresh, 20 calls",
            """
            this many since: \(Countable.allCases.map(\.rawValue).joined(separator: ", ")); a sign-out counts as a \
            logout
            """,
            read: { words throws(ScenarioFlaw) in try statusOrCount(&words) }),
        Notation(
            "at least", "COUNT COUNTABLE", example: "expect at least 1 refresh", "this many since, or more",
            read: { words throws(ScenarioFlaw) in
                .countAtLeast(try words.number("a count", in: 0...999_999), try countable(&words))
            }),
        Notation(
            "at most", "COUNT COUNTABLE", example: "expect at most 1 refresh", "this many since, or fewer",
            read: { words throws(ScenarioFlaw) in
                .countAtMost(try words.number("a count", in: 0...999_999), try countable(&words))
            }),
        Notation(
            "no", "COUNTABLE", example: "expect no logouts", "none of these since",
            read: { words throws(ScenarioFlaw) in .count(0, try countable(&words)) }),
    ]

    private static let tokens: [Notation<Expectation>] = [
        Notation(
            "new", "access token|refresh token|ID token", example: "expect a new access token", "it was replaced since",
            read: { words throws(ScenarioFlaw) in
                .token(try words.choice("a token", of: Expectation.TokenName.self), isNew: true)
            }),
        Notation(
            "same", "access token|refresh token|ID token", example: "expect the same refresh token",
            "it has not changed since",
            read: { words throws(ScenarioFlaw) in
                .token(try words.choice("a token", of: Expectation.TokenName.self), isNew: false)
            }),
        Notation(
            "scope", "NAME …", example: "expect scope openid profile", "all of these are granted",
            read: { words throws(ScenarioFlaw) in .scope(try words.words("a scope"), isGranted: true) }),
        Notation(
            "no scope", "NAME …", example: "expect no scope orders", "none of these is granted",
            read: { words throws(ScenarioFlaw) in .scope(try words.words("a scope"), isGranted: false) }),
    ]

    private static let rest: [Notation<Expectation>] = [
        Notation(
            "user", "CLAIM VALUE", example: "expect user name Alice Example", "the latest user info says so",
            read: { words throws(ScenarioFlaw) in
                let claim = try words.word("a claim").text
                return .user(claim: claim, value: try words.text("its value"))
            }),
        Notation(
            "clock", "TIME ahead|behind", example: "expect clock 5m behind",
            """
            by the date of its last token answer, so after a sign-in or a refresh, the provider's clock differs from \
            ours \
            by this much; 'clock right': it does not
            """,
            read: { words throws(ScenarioFlaw) in .clockSkew(try StepForms.clock(&words)) }),
        Notation(
            "event", "NAME", example: "expect event userinfo_fetched", "it happened since; the names are those above",
            read: { words throws(ScenarioFlaw) in .event(try ConditionForms.event(&words)) }),
        Notation(
            "fault", "NAME armed|not armed", example: "expect fault network off armed", "the fault waits to strike",
            read: { words throws(ScenarioFlaw) in
                let name = try words.choice("a fault", among: words.vocabulary.faults)
                if words.take("armed") { return .fault(name, isArmed: true) }
                if words.take("not armed") { return .fault(name, isArmed: false) }
                throw words.flaw("'armed' or 'not armed' is missing")
            }),
        Notation(
            "line", "STEP done|doubtful|skipped|question|failed", example: "expect line server metadata done",
            "that step of a sign-in from a URL ended so: LINES",
            read: { words throws(ScenarioFlaw) in
                let name = try words.choice("a line of the checklist", among: words.vocabulary.lines)
                return .line(name, try words.choice("how it ended", of: Expectation.Outcome.self))
            }),
    ]

    private static func reason(_ words: inout LineReader) throws(ScenarioFlaw) -> String? {
        words.take("because") ? try words.text("the reason") : nil
    }

    /// `NAME=VALUE` or `NAME: VALUE`.
    private static func pair(
        _ noun: String, _ sign: Character, _ words: inout LineReader
    ) throws(ScenarioFlaw) -> (name: String, value: String) {
        guard let name = words.name(before: sign) else {
            throw words.isAtPartEnd ? words.missing(noun) : words.flaw("this is not \(noun)")
        }
        return (name, try words.text("its value"))
    }

    private static func statusOrCount(_ words: inout LineReader) throws(ScenarioFlaw) -> Expectation {
        let place = words
        let number = try words.number("a status or a count", in: 0...999_999)
        guard words.isAtPartEnd else { return .count(number, try countable(&words)) }
        guard (100...599).contains(number) else {
            throw place.flaw(
                "\(number) is not a status, and what to count is missing",
                advice: "A status is a number from 100 to 599. Countable: \(countables).")
        }
        return .status(number)
    }

    private static let countables = Countable.allCases.map(\.rawValue).joined(separator: ", ")

    private static func countable(_ words: inout LineReader) throws(ScenarioFlaw) -> Countable {
        let names = Countable.allCases.flatMap { [$0.rawValue, $0.singular] }
        let place = words
        let name = try words.choice("what can be counted", among: names)
        guard let countable = Countable.allCases.first(where: { $0.singular == name || $0.rawValue == name }) else {
            throw place.missing("what to count")
        }
        return countable
    }
}
