/// `report`: a recording as a page for a ticket.
extension Command {
    static let report = Command(
        name: "report",
        summary: "print a recording as one page for a ticket, as Markdown or HTML",
        usage: "[--html] FILE",
        details: """
            The page has the main events with their times, the answer that ended the session
            or else the last that failed, with its challenge and body as they were recorded,
            the sequence as a Mermaid diagram, and the configuration without secrets. Text
            from servers makes no heading, mention or element of the page.

            With --html it is one file for a browser, a printer or a slide: the sequence is
            drawn in it, light or dark as the reader's system is. It has no script, and
            loads nothing.

            Lines that are damaged, or of a newer version, are left out; the page and the
            exit status, 1, say so, with line, column and reason. '-' is standard input.
            """,
        example: "session-console report session.jsonl > ticket.md",
        options: [.html],
        operands: 1...1,
        takesFile: true,
        run: { context in
            var reader = try RecordingReader(context.operands[0])
            let page = RecordingReport(reading: &reader).page
            let text = context.invocation.contains(.html) ? HTMLReport.text(of: page) : Markdown.text(of: page)
            try context.output.data(Array(text.utf8))
            guard let flaw = reader.flaw else { return .done }
            throw CommandFailure(.failed, "\(reader.path) is not reported whole: \(flaw).")
        })
}
