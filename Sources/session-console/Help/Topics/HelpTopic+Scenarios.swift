import ConsoleApp
import DemoProvider
import Scenarios

extension HelpTopic {
    /// The grammar of scenarios, made from the tables that read them.
    static let scenarios = HelpTopic(
        name: "scenarios",
        summary: "the story of a session as a file, played for an audience or as a test",
        parts: {
            let play = ProgramCall.line("play", "FILE")
            let introduction: [Part] = [
                .paragraph("\(ScenarioManual.summary) '\(play)' plays it, '--headless' without a terminal."),
                .sample(ScenarioManual.example.joined(separator: "\n")),
            ]
            let chapters = ScenarioManual(.program).chapters + [demo]
            return introduction + ScenarioManual.rules.map { .paragraph($0) } + chapters.flatMap(parts(of:))
        })

    private static func parts(of chapter: ScenarioManual.Chapter) -> [Part] {
        [.heading(chapter.title)] + (chapter.introduction.isEmpty ? [] : [.paragraph(chapter.introduction)])
            + [.forms(chapter.entries)]
    }

    /// What a scenario finds at the demo's provider.
    private static var demo: ScenarioManual.Chapter {
        let users = DemoProvider.Configuration().users
            .map { "\($0.username) (\($0.name), \($0.email), sub \($0.subject))" }
        return ScenarioManual.Chapter(
            title: "The demo",
            introduction: """
                Its users are \(users.joined(separator: " and ")). Its scopes are \
                \(DemoProvider.scopes.joined(separator: ", ")); a sign-in asks for \
                \(ProviderSettings.defaultScope.joined(separator: ", ")). Its API has these paths:
                """,
            entries: DemoProvider.apiPaths.map { ScenarioManual.Entry(syntax: $0.path, meaning: $0.summary) })
    }
}
