import JOSE
import TestSupport

/// What `prove` says of a client of `Clients/proven`.
struct ProofOutcome: CustomStringConvertible {
    private let report: JSONValue
    let description: String

    /// Plays all chapters, or these.
    init(of words: [String], as kind: String, asking page: String? = nil, only chapters: [String] = []) async throws {
        var program = try ProgramUnderTest()
        defer { program.remove() }
        program.environment["NODE_PATH"] = "/usr/share/nodejs"
        program.environment["PYTHONDONTWRITEBYTECODE"] = "1"
        let options = (page.map { ["--ask", $0] } ?? []) + chapters.flatMap { ["--only", $0] }
        let environment = program.environment
        let result = try await blocking {
            try Subprocess(
                ProgramUnderTest.path, ["prove", "--as", kind, "--format", "json"] + options + ["--"] + words,
                environment: environment
            ).finish(within: .seconds(300))
        }
        description = result.text + result.errorText
        report = try JSONValue(parsing: result.text.utf8, maximumCount: 100_000)
    }

    var chapters: [String] { (report["chapters"]?.array ?? []).compactMap { $0["chapter"]?.string } }

    /// The chapters with a requirement of this verdict.
    func chapters(_ verdict: String) -> Set<String> {
        Set(rows.filter { $0.row["verdict"]?.string == verdict }.map(\.chapter))
    }

    /// What is not held: `burst broken`.
    var lines: Set<String> {
        Set(
            rows.compactMap { chapter, row in
                row["verdict"]?.string.flatMap { $0 == "held" ? nil : "\(chapter) \($0)" }
            })
    }

    /// The rules of the findings that broke something.
    var rules: Set<String> {
        Set(
            rows.filter { $0.row["verdict"]?.string == "broken" }.flatMap { _, row in
                (row["reason"]?.string ?? "").split(separator: "; ").compactMap { reason in
                    let name = reason.prefix { $0 != ":" }
                    return name.contains("-") && !name.contains(" ") ? String(name) : nil
                }
            })
    }

    private var rows: [(chapter: String, row: JSONValue)] {
        (report["chapters"]?.array ?? []).flatMap { chapter in
            (chapter["requirements"]?.array ?? []).map { (chapter["chapter"]?.string ?? "", $0) }
        }
    }
}
