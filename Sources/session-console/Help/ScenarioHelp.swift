import ConsoleApp
import DemoProvider
import Scenarios

/// `help scenarios`: the grammar of scenarios, for a terminal of 80 columns and for the manual page.
enum ScenarioHelp {
    private static let chapters = ScenarioManual(.console).chapters + [demo]

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

    static var text: String {
        var lines = Columns.lines(
            "\(ScenarioManual.summary) '\(ProgramCall.line("play", "FILE"))' plays it, '--headless' without a terminal."
        )
        lines += [""] + ScenarioManual.example.map { "  " + $0 }
        for rule in ScenarioManual.rules { lines += [""] + Columns.lines(rule) }
        for chapter in chapters {
            lines += ["", chapter.title.uppercased()]
            if !chapter.introduction.isEmpty { lines += Columns.lines(chapter.introduction) }
            for entry in chapter.entries {
                let syntax = Columns.lines(of: parts(entry.syntax), indentation: 6)
                lines += syntax.enumerated().map { ($0 == 0 ? "  " : "      ") + $1 }
                lines += Columns.lines(entry.meaning, indentation: 6).map { "      " + $0 }
                lines += entry.example.map { "        " + $0 }
            }
        }
        return lines.joined(separator: "\n")
    }

    /// A section of the manual page.
    static func roff(_ escaped: (String) -> String) -> [String] {
        var lines = [".SH SCENARIOS", escaped(ScenarioManual.summary)]
        lines += [".PP", ".RS", ".nf"] + ScenarioManual.example.map(escaped) + [".fi", ".RE"]
        for rule in ScenarioManual.rules { lines += [".PP", escaped(rule)] }
        for chapter in chapters {
            lines += [".SS \"\(escaped(chapter.title))\""]
            if !chapter.introduction.isEmpty { lines.append(escaped(chapter.introduction)) }
            for entry in chapter.entries {
                lines += [".TP", escaped(entry.syntax), escaped(entry.meaning)]
                if !entry.example.isEmpty {
                    lines += [".RS", ".nf"] + entry.example.map(escaped) + [".fi", ".RE"]
                }
            }
        }
        return lines
    }

    /// The words of a form; a part in brackets stays on one line.
    private static func parts(_ syntax: String) -> [String] {
        var parts: [String] = []
        for word in syntax.split(separator: " ") {
            let last = parts.last ?? ""
            if last.count(where: { $0 == "[" }) > last.count(where: { $0 == "]" }) {
                parts[parts.count - 1] += " " + word
            } else {
                parts.append(String(word))
            }
        }
        return parts
    }
}
