/// The page of the manual about scenarios, made from the tables that read them.
package struct ScenarioManual: Sendable {
    package struct Chapter: Sendable {
        package var title: String
        /// What goes for all its forms.
        package var introduction: String
        package var entries: [Entry]

        package init(title: String, introduction: String, entries: [Entry]) {
            (self.title, self.introduction, self.entries) = (title, introduction, entries)
        }
    }

    /// A form: how it is written, what it means, and an example where that says more.
    package struct Entry: Sendable {
        package var syntax: String
        package var meaning: String
        package var example: [String]

        package init(syntax: String, meaning: String, example: [String] = []) {
            (self.syntax, self.meaning, self.example) = (syntax, meaning, example)
        }
    }

    package let chapters: [Chapter]
    private let vocabulary: Vocabulary

    package init(_ vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
        var chapters: [Chapter] = []
        func add<Value>(_ title: String, _ introduction: String = "", _ forms: [Notation<Value>]) {
            let entries = forms.map { Self.entry($0, vocabulary) }
            chapters.append(Chapter(title: title, introduction: introduction, entries: entries))
        }
        add("The first line", "Without it, the demo's provider has its default settings.", StageForms.table.forms)
        for (title, forms) in StepForms.chapters(vocabulary) {
            add(title.prefix(1).uppercased() + title.dropFirst(), Self.introduction(to: title), forms)
        }
        add("What to wait for", "After 'wait until'.", ConditionForms.table.forms)
        add("What to expect", "After 'expect'; a comma separates one from the next.", ExpectationForms.table.forms)
        add(
            "Two processes",
            "Before any step; without it, a step is for the first session, so a plain 'expect' judges process 1 only.",
            StepForms.processes.forms)
        self.chapters = chapters
    }

    package static let summary = "A scenario is the story of a session as a text file, one step per line."

    /// A whole scenario.
    package static let example = [
        "# What does a client do when its session is revoked?", "provider access=30s", "sign in as alice by password",
        "GET /orders", "expect 200, state authenticated", "expire the access token", "burst 20 GET /orders",
        "expect 1 refresh, 0 logouts", "revoke the session", "GET /orders",
        "expect forced logout because invalid_grant",
    ]

    package static let rules = [
        """
        A '#' at the beginning of a line or after a space starts a comment. Put text that contains a '#' or a comma \
        in quotes: "a, b"; in quotes \\" is a quote, \\\\ a backslash and \\n a line break. Articles are optional. \
        TIME is 500ms, 5s, 2m, 1h30m or 10 minutes.
        """,
        """
        In the forms below, write words in lower case as they are and replace words in CAPITALS. Parts in [brackets] \
        are optional, and '…' means one or more.
        """,
        "A scenario ends at the first step or expectation that fails.",
    ]

    private static func introduction(to chapter: String) -> String {
        switch chapter {
        case "faults": "The names are those of the screen Lab; a hyphen counts as a space."
        case "the provider": "Only with the demo."
        case "another program": "Only in a chapter of 'prove', which begins with 'client'."
        case "the audience": "For those who watch."
        default: ""
        }
    }

    private static func entry<Value>(_ form: Notation<Value>, _ vocabulary: Vocabulary) -> Entry {
        let meaning = form.meaning
            .replacing("SCREENS", with: vocabulary.screens.joined(separator: ", "))
            .replacing("FAULTS", with: vocabulary.faults.joined(separator: ", "))
            .replacing("PRESETS", with: vocabulary.presets.joined(separator: ", "))
            .replacing("LINES", with: vocabulary.lines.joined(separator: ", "))
            .replacing("EVENTS", with: vocabulary.events.joined(separator: ", "))
        let example = form.example == form.syntax ? [] : form.example.split(separator: "\n").map(String.init)
        return Entry(syntax: form.syntax, meaning: meaning, example: example)
    }
}
