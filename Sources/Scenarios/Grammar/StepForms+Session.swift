extension StepForms {
    static let signingIn: [Notation<StepAction>] = [
        Notation(
            "sign in", "[as USER] [by password|browser|device] [with scope NAME …] [with acr VALUE …]",
            example: "sign in as alice by password with scope admin",
            """
            as a user of the demo (alice or bob), by password unless stated; without a user, a person signs in, in the \
            browser or 'by device'; on a profile, a user's password comes from --password-file; scope and acr are \
            requested in addition to the defaults, an acr in the browser only
            """,
            read: { words throws(ScenarioFlaw) in
                .signIn(try signIn(&words, .password, among: [.password, .browser, .device]))
            }),
        Notation(
            "sign in as client", "[with scope NAME …]", example: "sign in as client",
            "a profile's client as itself, without a user (RFC 6749 section 4.4); the demo's has no secret",
            read: { words throws(ScenarioFlaw) in
                var step = ScenarioSignIn(user: nil, method: .client)
                try readWishes(&words, into: &step)
                return .signIn(step)
            }),
        Notation(
            "step up", "[as USER] [by browser|device] [with scope NAME …] [with acr VALUE …]",
            example: "step up as alice",
            "sign in with what the last answer asks for: a scope, or a stronger sign-in (RFC 9470)",
            read: { words throws(ScenarioFlaw) in
                .stepUp(try signIn(&words, .browser, among: [.browser, .device]))
            }),
        Notation(
            "confirm issuer", "as USER", example: "confirm issuer as alice",
            """
            agree to the issuer that the checklist of 'resource' found: a client is registered, the user signs in \
            there in the \
            browser, and the resource is called
            """,
            read: { words throws(ScenarioFlaw) in
                guard words.take("as") else { throw words.missing("as USER") }
                return .confirmIssuer(ScenarioSignIn(user: try words.word("a user").text, method: .browser))
            }),
        Notation("sign out", example: "sign out", "end the session here and at the provider") { _ in
            .signOut(isForced: false)
        },
        Notation("sign out here", example: "sign out here", "end it here, whatever the provider answers") { _ in
            .signOut(isForced: true)
        },
    ]

    private static func signIn(
        _ words: inout LineReader, _ usual: ScenarioSignIn.Method, among methods: [ScenarioSignIn.Method]
    ) throws(ScenarioFlaw) -> ScenarioSignIn {
        var step = ScenarioSignIn(user: nil, method: .browser)
        if words.take("as") { step.user = try words.word("a user").text }
        var place = words
        var method: ScenarioSignIn.Method?
        if words.take("by") {
            place = words
            let name = try words.choice("a method", among: methods.map(\.rawValue))
            method = ScenarioSignIn.Method(rawValue: name)
        }
        if method == .password, step.user == nil {
            throw place.flaw("a password needs a user", advice: "Write: sign in as alice by password")
        }
        try readWishes(&words, into: &step)
        if !step.acrValues.isEmpty, let method, method != .browser {
            throw place.flaw("an acr can be requested in the browser only", advice: "Write: by browser with acr VALUE")
        }
        if step.user != nil { step.method = step.acrValues.isEmpty ? usual : .browser }
        step.method = method ?? step.method
        return step
    }

    /// `with scope a b with acr c`.
    private static func readWishes(_ words: inout LineReader, into step: inout ScenarioSignIn) throws(ScenarioFlaw) {
        while words.take("with") {
            if words.take("scope") {
                step.scope += try words.words("a scope", until: "with")
            } else if words.take("acr") {
                step.acrValues += try words.words("an acr value", until: "with")
            } else {
                throw words.flaw("'with' must be followed by 'scope' or 'acr'")
            }
        }
    }

    // MARK: - Calls

    static let calls: [Notation<StepAction>] = [
        Notation(
            .method, "METHOD TARGET [without token] [BODY]", example: "POST /echo {\"a\": 1}\n  Accept: text/plain",
            """
            send a request through the session, to a path of the API or a full URL; BODY is the rest of the line, or \
            text in quotes; header fields follow on indented lines
            """,
            read: { words throws(ScenarioFlaw) in .call(try call(&words, count: 1)) }),
        Notation(
            "burst", "COUNT METHOD TARGET [without token] [BODY]", example: "burst 20 GET /orders",
            "this many of the same request at once, at most 1000",
            read: { words throws(ScenarioFlaw) in
                let count = try words.number("a count", in: 1...1000)
                guard words.beginsWithMethod else {
                    throw words.flaw("a method is missing", advice: "Write: burst 20 GET /orders")
                }
                return .call(try call(&words, count: count))
            }),
    ]

    private static func call(_ words: inout LineReader, count: Int) throws(ScenarioFlaw) -> CallStep {
        let word = try words.word("a method")
        let method = word.text
        let usual = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
        // Other methods may exist, but not ones that look like a slip of the hand.
        if !usual.contains(method), let question = Suggestion.question(Suggestion.words(for: method, among: usual)) {
            throw words.flaw(at: word, "\(LineReader.quoted(method)) is not a known method", advice: question)
        }
        guard let target = words.nextField() else { throw words.missing("a path of the API, or a URL,") }
        guard target.text.hasPrefix("/") || target.text.hasPrefix("http://") || target.text.hasPrefix("https://")
        else {
            throw words.flaw(
                at: target, "\(LineReader.quoted(target.text)) is not a path or URL",
                advice: "A path begins with '/', a URL with 'https://'.")
        }
        var step = CallStep(method: method, target: target.text, count: count)
        step.isPublic = words.take("without token")
        if let quoted = try words.quotedText() {
            step.body = quoted
        } else {
            step.body = words.rest()?.text ?? ""
        }
        return step
    }
}
