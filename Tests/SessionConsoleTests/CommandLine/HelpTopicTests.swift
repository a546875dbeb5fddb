import ConsoleKit
import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing
import TerminalUI

@testable import ConsoleFaults
@testable import ConsoleApp
@testable import session_console

/// The pages of `help TOPIC` say what the program does.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct HelpTopicTests {
    @Test(arguments: HelpTopic.all.map(\.name))
    func `a topic is listed, fits a terminal, and is in the manual`(name: String) throws {
        let topic = try #require(HelpTopic.named(name))
        let long = topic.text.split(separator: "\n").filter { $0.count > 80 }
        #expect(long.isEmpty, "\(long)")
        #expect(Help.program.contains("\n  \(name) "))
        #expect(Command.help.firstOperands().contains(String(name.prefix { $0 != " " })))
        #expect(ManualPage.text.contains("\n.SH \"\(name.uppercased())\"\n"))
        #expect(Command.named(name) == nil, "the command hides the topic")
    }

    /// Words that a page quotes and that are not the program's own.
    private static let words: Set = ["default", "demo", "Authorization: Bearer …", "Copy as cURL"]

    @Test(arguments: HelpTopic.all.map(\.name).filter { $0 != "scenarios" })
    func `what a topic quotes exists`(name: String) throws {
        let keys = Set(Keymap.rows.flatMap { $0.binding.keys.map { $0.name(.unicode) } })
        let values = Set(Option.known.flatMap(\.values))
        let profileKeys = Set(ProfileKey.all.map(\.name))
        let quotes = try #require(HelpTopic.named(name)).quotes
        #expect(quotes.count > 1)
        for quote in quotes {
            if Self.words.contains(quote) || profileKeys.contains(quote) || values.contains(quote) { continue }
            if name != "profiles", keys.contains(quote) { continue }
            if quote.hasPrefix(":") {
                #expect(Self.isCommand(String(quote.dropFirst())), "\(quote)")
            } else if quote.hasPrefix("--") {
                #expect(Self.isOption(quote), "\(quote)")
            } else {
                #expect(CommandLineCheck.flaw(of: quote) == nil, "\(quote)")
            }
        }
    }

    @Test func `the page about screens lists every key and each way to type a command`() throws {
        let text = HelpTopic.screens.text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
        for row in Keymap.rows {
            #expect(text.contains(row.binding.summary) && text.contains("[:\(row.name)]"), "\(row.name)")
        }
        for case .table(let rows) in HelpTopic.screens.parts() {
            for (name, _) in rows where name.hasPrefix(":") && name.count > 1 {
                #expect(Self.isCommand(String(name.dropFirst())), "\(name)")
            }
        }
    }

    @Test func `the profile that a page shows is read as it stands`() throws {
        let profile = try ProfileParser.parse(Data(HelpTopic.profileFile.utf8), name: "work", file: "work.json")
        #expect(profile.values[.api]?.count == 2 && profile.values[.theme] == ["light"])
        for case .table(let rows) in HelpTopic.profiles.parts() where rows.contains(where: { $0.name == "prompt" }) {
            for (name, _) in rows { #expect(ProfileKey.all.contains { $0.name == name }, "\(name)") }
        }
    }

    @Test func `the request file that a page shows is sent as the page says`() async throws {
        let console = try await Console()
        try await console.signIn()
        try console.program.write(HelpTopic.requestFile, to: "orders.http")
        let file = console.program.home + "/orders.http"
        let result = try await console.run("run", "--json", file)
        #expect(result.status == 0, "\(result.errorText)")
        let answers = try result.lines.map { try JSONValue(parsing: $0.utf8) }
        #expect(answers.map { $0["name"] } == ["newest", "again"] && answers.allSatisfy { $0["status"] == 200 })
        #expect(answers.last?["authorization"] == "accepted")
        let one = try await console.run("run", "--name", "again", "--json", file)
        #expect(one.status == 0 && one.lines.count == 2)
    }

    @Test func `the scenario that a page shows is played`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let lines = try await program.run("help", "scenarios").lines
        let example = lines.drop { !$0.hasPrefix("  #") }.prefix { $0.hasPrefix("  ") }.joined(separator: "\n")
        #expect(try await program.run("play", "-", "--headless", input: example).status == 0)
    }

    @Test func `a recording is made, kept and reported as its page says`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let file = program.home + "/session.jsonl"
        let play = ["play", "rotation", "--headless", "--record", file]
        #expect(try await program.run(arguments: play).status == 0)
        var facts = stat()
        #expect(stat(file, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        let recorded = try program.text("session.jsonl")
        for line in recorded.split(separator: "\n") {
            #expect(throws: Never.self) { try JSONValue(parsing: line.utf8) }
        }
        #expect(try await program.run(arguments: play).status == 2)
        #expect(try program.text("session.jsonl") == recorded)
        let report = try await program.run("report", file).text
        for part in ["## What happened", "## The deciding answer", "```mermaid", "## The configuration"] {
            #expect(report.contains(part), "\(part)")
        }
        let html = try await program.run("report", "--html", file).text
        #expect(html.contains("<svg ") && HTMLCheck.flaws(of: html) == [], "\(HTMLCheck.flaws(of: html))")
    }

    /// Whether this can be typed after `:`.
    private static func isCommand(_ text: String) -> Bool {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = words.count > 1 ? words[1] : ""
        switch words.first ?? "" {
        case "fault": return LabFault.allCases.contains { $0.rawValue == rest }
        case "preset": return Preset.allCases.contains { $0.rawValue == rest }
        case "theme": return rest.isEmpty || Theme.Choice(rawValue: rest) != nil
        case let name:
            let prompt = CommandPrompt(rows: Keymap.rows, on: .session, faults: [], profiles: ["NAME"])
            return prompt.candidates.contains { $0.name.split(separator: " ").first.map(String.init) == name }
        }
    }

    private static func isOption(_ quote: String) -> Bool {
        let words = quote.dropFirst(2).split { $0 == " " || $0 == "=" }.map(String.init)
        return Option.known.contains { option in
            option.name == words.first
                && (words.count < 2 || option.values.isEmpty
                    || option.values.contains(words[1]))
        }
    }
}

extension HelpTopic {
    /// What stands in quotes on the page, forms and samples aside.
    fileprivate var quotes: [String] {
        let texts = parts().flatMap { part -> [String] in
            switch part {
            case .paragraph(let text): [text]
            case .table(let rows): rows.map(\.meaning)
            case .heading, .sample, .forms: []
            }
        }
        return texts.flatMap { text in
            text.matches(of: /(?:^|[ (])'([^' ]|[^' ][^']*[^' ])'(?=[ .,;:)]|$)/).map { String($0.1) }
        }
    }
}
