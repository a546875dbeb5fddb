import RequestFiles
import Scenarios

/// The chapters that a program goes through, several at once.
struct ProofRun {
    /// More would make a machine of two cores late for what a program waits for.
    private static let mostAtOnce = 4

    private let chapters: [ProofChapter]
    private let terms: ProofTerms
    private let underWay = ClientsUnderWay()

    init(_ chapters: [ProofChapter], _ terms: ProofTerms) { (self.chapters, self.terms) = (chapters, terms) }

    /// The results in the order of the chapters; each is reported in that order, too, as soon as all before it are
    /// known.
    func results(reporting report: (ChapterResult) throws -> Void) async throws -> [ChapterResult] {
        SignalWatch.shared.beforeEnd { [underWay] in underWay.end() }
        let calm = CalmSignIn(terms, underWay)
        var results: [Int: ChapterResult] = [:]
        var reported = 0
        try await withThrowingTaskGroup(of: (Int, ChapterResult).self) { group in
            var next = 0
            func startNext() {
                guard chapters.indices.contains(next) else { return }
                let (index, chapter, terms, underWay) = (next, chapters[next], terms, underWay)
                next += 1
                group.addTask {
                    try await underWay.whileNotOver {
                        var run = try await ChapterRun(chapter, terms, underWay, calm: calm)
                        return (index, try await run.play())
                    }
                }
            }
            for _ in 0..<Self.mostAtOnce { startNext() }
            while let (index, result) = try await group.next() {
                results[index] = result
                startNext()
                while let result = results[reported] {
                    try report(result)
                    reported += 1
                }
            }
        }
        return chapters.indices.compactMap { results[$0] }
    }
}

extension ProofTerms {
    /// The program as it is called in results.
    var name: String { example?.rawValue ?? words.map(\.shellWord).joined(separator: " ") }

    /// The words, as a shell takes them, of the call that plays a chapter alone and shows it in the console.
    func call(only result: ChapterResult) -> [String] {
        if let replay {
            return ["session-console", "prove", "--replay", replay, "--only", result.name, "--show"].map(\.shellWord)
        }
        let options =
            ["--as", kind.rawValue, result.file == nil ? "--only" : "--chapter", result.file ?? result.name]
            + (ask.map { ["--ask", $0] } ?? []) + (signOut.map { ["--sign-out", $0] } ?? [])
        let client = example.map { ["--example", $0.rawValue] } ?? ["--"] + words
        return (["session-console", "prove"] + options + ["--show"] + client).map(\.shellWord)
    }
}
