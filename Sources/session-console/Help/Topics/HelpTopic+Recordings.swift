import ConsoleKit
import ConsoleApp

extension HelpTopic {
    static let recordings = HelpTopic(
        name: "recordings",
        summary: "what happened, as a file: recorded, shown again, reported in a ticket",
        parts: {
            [
                .paragraph(
                    """
                    A recording holds what the console's screens show: events, messages without secrets, and the state \
                    of the session. Anyone who opens it sees the same screens.
                    """),
                .sample(recordingCommands),
                .heading("Record"),
                .paragraph(
                    """
                    '--record' works with the console, with the demo, and with every command that opens a session. In \
                    the console 'S' starts or ends a recording. The file is new, and only you can read it: an existing \
                    file is never replaced. Each moment is one line of JSON.
                    """),
                .paragraph(
                    """
                    Each line is searched for the session's secrets before it is written, and left out if it contains \
                    one. \
                    User info, such as a name or an e-mail address, is kept. The bodies of an API's answers are \
                    recorded with '--record-bodies' only. A command whose recording is incomplete, for example on a \
                    full \
                    disk, exits with status 1.
                    """),
                .heading("Show"),
                .paragraph(
                    """
                    'session-console open FILE' shows the recording in the console's screens. Nothing is sent, and the \
                    file does not change. The same keys show the past of a console that is running.
                    """),
                .table(keys(of: .time)),
                .heading("Report"),
                .paragraph(
                    """
                    'session-console report FILE' prints one page of Markdown for a ticket: the main events with their \
                    times, the answer that decided the outcome, the sequence as a Mermaid diagram, and the \
                    configuration without secrets. With '--html' the page is one file for a browser, a printer or a \
                    slide, in which the sequence is drawn: it has no script, and loads nothing.
                    """),
                .paragraph(
                    """
                    'open' and 'report' leave out lines that are damaged or that a newer version wrote, and say so. \
                    For \
                    browsers and proxies, '--har' of 'request' and 'run' writes the exchanges as an HTTP Archive.
                    """),
            ]
        })

    private static let recordingCommands = """
        session-console request --record session.jsonl /orders
        session-console open session.jsonl
        session-console report session.jsonl > ticket.md
        session-console report --html session.jsonl > ticket.html
        """
}
