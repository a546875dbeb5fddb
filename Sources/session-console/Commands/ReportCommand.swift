/// `report`: a recording as a page for a ticket.
extension Command {
    static let report = Command(
        name: "report",
        summary: "print a recording as one page of Markdown for a ticket",
        usage: "FILE",
        details: """
            The page has the main events with their times, the answer that ended the session
            or else the last that failed, with its challenge and body as they were recorded,
            the sequence as a Mermaid diagram, and the configuration without secrets. Text
            from servers makes no heading, mention or element of the page.

            Lines that are damaged, or of a newer version, are left out; the page and the
            exit status, 1, say so, with line, column and reason. '-' is standard input.
            """,
        example: "session-console report session.jsonl > ticket.md",
        operands: 1...1,
        takesFile: true,
        run: { context in
            var reader = try RecordingReader(context.operands[0])
            let report = RecordingReport(reading: &reader)
            try context.output.data(Array(report.markdown.utf8))
            guard let flaw = reader.flaw else { return .done }
            throw CommandFailure(.failed, "\(reader.path) is not reported whole: \(flaw).")
        })
}
