import HostSystem
import ConsoleApp
import Scenarios
import SessionCore

/// Where a scenario comes from: a file, or the set that ships with the program.
struct ScenarioSource {
    /// The file's path, or the name of one that ships with the program.
    let name: String
    private let contents: [UInt8]
    /// Where its request files are; `nil` for one that ships with the program.
    let folder: String?

    /// A file comes before one of the scenarios that ship with the program, which may be named, too.
    init(_ name: String, orAmong known: [ShippedScenario] = Scenario.shipped) throws(CommandFailure) {
        self.name = name
        let path = name == "-" ? "/dev/stdin" : name
        do throws(FileFailure) {
            contents = try InputFile.contents(of: path, limit: Scenario.mostBytes)
            folder = path.contains("/") ? String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]) : "."
        } catch {
            if case .tooLarge(let limit) = error.reason {
                throw CommandFailure(
                    .badCommandLine, "The scenario can't be read: \(path): a scenario has at most \(limit >> 20) MiB.")
            }
            guard let shipped = known.first(where: { $0.name == name }) else {
                let names = known.map(\.name)
                throw CommandFailure(
                    .badCommandLine, "The scenario can't be read: \(error)",
                    advice: Suggestion.advice(
                        Suggestion.words(for: name, among: names),
                        "These ship with the program: \(names.joined(separator: ", "))."))
            }
            (contents, folder) = (Array(shipped.text.utf8), nil)
        }
    }

    init(shipped: ShippedScenario) { self.init(name: shipped.name, text: shipped.text) }

    init(name: String, text: String) { (self.name, contents, folder) = (name, Array(text.utf8), nil) }

    var text: String { String(decoding: contents, as: UTF8.self) }

    /// What it says of itself in its first line, if that is a comment.
    var summary: String? {
        let line = String(decoding: contents.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return line.hasPrefix("#") ? String(line.drop { $0 == "#" || $0 == " " }) : nil
    }

    /// Reads the scenario; throws a failure that names every flaw with its place.
    func scenario() throws(CommandFailure) -> Scenario {
        do {
            return try Scenario(parsing: contents, vocabulary: .program)
        } catch {
            let flaws = error.flaws.map { flaw in
                let place = "\(name):\(flaw.line):\(flaw.column): \(flaw.reason)"
                return flaw.advice.map { "\(place). \($0)" } ?? place
            }
            let more = error.isCutShort ? ["There may be more flaws after these."] : []
            var failure = CommandFailure(
                .badCommandLine, "The scenario can't be read.",
                advice: "\(ProgramCall.line("help", "scenarios")) explains every step.")
            failure.details = flaws + more
            throw failure
        }
    }
}
