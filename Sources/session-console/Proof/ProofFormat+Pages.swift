import JOSE

extension ProofFormat {
    /// A run with a result for each requirement that is broken, at its chapter; the rest are remarks.
    static func sarif(of results: [ChapterResult], again: (ChapterResult) -> String) -> JSONValue {
        let rows = results.flatMap { result in result.rows.map { (result: result, row: $0) } }
        let rules = results.filter { $0.count(.broken) > 0 }.map {
            SARIFLog.rule($0.name, $0.summary, help: $0.summary, level: "error", link: nil)
        }
        let broken = rows.filter { $0.row.verdict == .broken }.map { result, row -> JSONValue in
            var object = SARIFLog.result(
                result.name, level: "error",
                ([row.sentence] + row.messages + ["again: \(again(result))"]).joined(separator: "; "), at: result.place,
                line: row.line ?? 1, identity: "\(result.name)/\(row.requirement)")
            object["properties"] = ["sections": .array(row.sections.map { .string($0) })]
            return .object(object)
        }
        let open = rows.filter { $0.row.verdict == .undecided || $0.row.verdict == .notReached }
        let remarks = open.map { result, row -> JSONValue in
            [
                "descriptor": ["id": .string(result.name)], "level": "note",
                "message": ["text": .string("\(row.verdict.words): \(row.sentence)")],
            ]
        }
        return SARIFLog.json(
            rules: rules, results: broken, notifications: remarks,
            isComplete: !open.contains { $0.row.verdict == .notReached })
    }

    /// The table first, and then the messages of what is not held.
    static func page(
        of results: [ChapterResult], command: String, again: (ChapterResult) -> String
    ) -> ReportPage {
        let rows = results.flatMap { result in
            result.rows.map { row -> [[ReportPage.Words]] in
                let verdict = row.verdict.words
                return [
                    [.code(result.name)], [.plain(row.requirement)], [.plain(row.sections.joined(separator: ", "))],
                    [row.verdict == .broken ? .strong(verdict) : .plain(verdict)],
                ]
            }
        }
        let open = results.filter { !$0.isHeld }
        return ReportPage(
            title: "What is proved of \(command)",
            opening: [
                .paragraph([.plain(summary(of: results, command: command) + ".")]),
                .table(columns: ["Chapter", "Requirement", "Section", "Result"], rows: rows),
            ],
            sections: open.map { result in
                ReportPage.Section(
                    heading: "\(result.name): \(result.summary)",
                    parts: result.rows.filter { $0.verdict != .held }.flatMap { row -> [ReportPage.Part] in
                        [.paragraph([.strong(row.verdict.words), .plain(": \(row.sentence)")])]
                            + (row.messages.isEmpty ? [] : [.lines(row.messages, language: "text")])
                    } + [.paragraph([.plain("Play it again: "), .code(again(result))])])
            })
    }
}

extension ChapterRow {
    /// With why it is not held.
    fileprivate var sentence: String { title + (reason.map { ": \($0)" } ?? "") }
}

extension ChapterResult {
    /// Its file, or the name by which the program lists it.
    fileprivate var place: String { file.map { SARIFLog.place(of: $0) } ?? "chapters/\(name)" }
}
