import FoundationEssentials
import HostSystem
import JOSE
import Recordings
import RequestFiles
import Scenarios

/// The chapters of a proof that did not hold, as a file by which they are played again.
struct KeptProof: RecordedByMembers {
    struct KeptChapter: RecordedByMembers {
        let name: String
        let text: String

        static let members = Members(
            Self.init(name:text:), .needed("chapter", \.name), .needed("text", \.text))
    }

    let kind: String
    let command: [String]
    let example: String?
    let ask: String?
    let signOut: String?
    let chapters: [KeptChapter]

    static let members = Members(
        Self.init(kind:command:example:ask:signOut:chapters:), .needed("as", \.kind), .needed("command", \.command),
        .optional("example", \.example), .optional("ask", \.ask), .optional("sign_out", \.signOut),
        .needed("chapters", \.chapters))
}

extension KeptProof {
    private static let sizeLimit = 16 << 20

    /// `nil` where all was held or undecided.
    init?(_ results: [ChapterResult], of chapters: [ProofChapter], _ terms: ProofTerms) {
        let kept = zip(chapters, results).filter { $1.count(.broken) + $1.count(.notReached) > 0 }
        if kept.isEmpty { return nil }
        self.init(
            kind: terms.kind.rawValue, command: terms.example == nil ? terms.words : [],
            example: terms.example?.rawValue, ask: terms.ask, signOut: terms.signOut,
            chapters: kept.map { KeptChapter(name: $0.0.name, text: $0.0.text) })
    }

    init(file path: String) throws(CommandFailure) {
        let text: [UInt8]
        do throws(FileFailure) {
            text = try InputFile.contents(of: path, limit: Self.sizeLimit)
        } catch {
            throw CommandFailure(.badCommandLine, "\(path) can't be read: \(error.clause).")
        }
        guard let json = try? JSONValue(parsing: text), let kept = try? KeptProof(recorded: json),
            ClientStage.Kind(rawValue: kept.kind) != nil,
            kept.example.map({ ExampleClient(rawValue: $0) != nil }) ?? !kept.command.isEmpty
        else { throw CommandFailure(.badCommandLine, "\(path) is no proof that 'prove' has left.") }
        self = kept
    }

    /// Writes it to a new file for this user alone; says how it is played again, or why not.
    func kept(in environment: [String: String]) -> String {
        let name = "session-console-proof-\(UUID().uuidString.prefix(8).lowercased()).json"
        var reason = ""
        for folder in TemporaryPlaces.of(environment) {
            let path = "\(folder)/\(name)"
            do throws(FileFailure) {
                try PrivateFile(path: path).write(Array((recorded.printable + "\n").utf8))
                return "What did not hold is played again by: session-console prove --replay \(path.shellWord)"
            } catch {
                reason = "\(path) can't be written: \(error.clause)"
            }
        }
        return "What did not hold is not kept: \(reason)."
    }

    /// Those of these names, or all where none is named.
    func chapters(named names: [String]) throws(CommandFailure) -> [ProofChapter] {
        for name in names where !chapters.contains(where: { $0.name == name }) {
            let known = chapters.map(\.name).joined(separator: ", ")
            throw CommandFailure(
                .badCommandLine, "The proof has no chapter '\(name)'.", advice: "It has: \(known).")
        }
        return try chapters.filter { names.isEmpty || names.contains($0.name) }
            .map { kept throws(CommandFailure) in
                try ProofChapter(ScenarioSource(name: kept.name, text: kept.text))
            }
    }
}
