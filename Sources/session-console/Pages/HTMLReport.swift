import ConsoleApp
import Scenarios
import TerminalUI

/// A report as a page of HTML: one file without scripts, which loads nothing, for a screen, a printer and a slide.
enum HTMLReport {
    static func text(of page: ReportPage) -> String {
        let sections = page.sections.map { section in
            "<section>\n<h2>\(escaped(section.heading))</h2>\n\(parts(section.parts))\n</section>"
        }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="referrer" content="no-referrer">
            <title>\(escaped(page.title))</title>
            <style>
            \(style)
            \(Flow.svgStyle)
            </style>
            </head>
            <body>
            <main>
            <h1>\(escaped(page.title))</h1>
            \(([parts(page.opening)] + sections).joined(separator: "\n"))
            </main>
            </body>
            </html>

            """
    }

    private static func parts(_ parts: [ReportPage.Part]) -> String { parts.map(part).joined(separator: "\n") }

    private static func part(_ part: ReportPage.Part) -> String {
        switch part {
        case .paragraph(let words): "<p>\(line(words))</p>"
        case .list(let items): list(items, "ul")
        case .steps(let items): list(items, "ol")
        case .table(let columns, let rows): table(columns, rows)
        case .lines(let lines, _): "<pre>\(block(lines))</pre>"
        case .sequence(let flow): figure(flow)
        }
    }

    private static func list(_ items: [[ReportPage.Words]], _ element: String) -> String {
        (["<\(element)>"] + items.map { "<li>\(line($0))</li>" } + ["</\(element)>"]).joined(separator: "\n")
    }

    private static func table(_ columns: [String], _ rows: [[[ReportPage.Words]]]) -> String {
        let head = columns.map { "<th scope=\"col\">\(escaped($0))</th>" }.joined()
        let body = rows.map { row in
            // The first cell names the row.
            let cells = row.enumerated().map { index, words in
                index == 0 ? "<th scope=\"row\">\(line(words))</th>" : "<td>\(line(words))</td>"
            }
            return "<tr>\(cells.joined())</tr>"
        }
        return """
            <table>
            <thead><tr>\(head)</tr></thead>
            <tbody>
            \(body.joined(separator: "\n"))
            </tbody>
            </table>
            """
    }

    /// The diagram, which can be scrolled where the window is narrow, and the same rows as text.
    private static func figure(_ flow: Flow) -> String {
        var text = FlowText(width: 120)
        let lines = flow.items().items.flatMap { text.lines($0) }
        return """
            <figure>
            <div class="wide" role="region" aria-label="Sequence diagram" tabindex="0">
            \(flow.svg.joined(separator: "\n"))
            </div>
            <figcaption>\(escaped(flow.summary))</figcaption>
            </figure>
            <details>
            <summary>The sequence as text</summary>
            <pre class="wide">\(block(lines))</pre>
            </details>
            """
    }

    private static func line(_ words: [ReportPage.Words]) -> String {
        words.map { words in
            switch words {
            case .plain(let text): escaped(text)
            case .strong(let text): "<strong>\(escaped(text))</strong>"
            case .code(let text): "<code>\(escaped(text))</code>"
            }
        }
        .joined()
    }

    /// Lines as they are, but for what a terminal would not show either.
    private static func block(_ lines: [String]) -> String {
        lines.flatMap { SafeText.lines($0, glyphs: .unicode) }.map { Quoting.xml($0.text) }.joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String { Quoting.xml(SafeText.plain(text, glyphs: .unicode)) }

    private static let style = """
        :root { color-scheme: light dark; --page: #ffffff; --text: #1f2328; --muted: #59636e; --rule: #c8d1da;
          --surface: #f3f5f8; --good: #1a7f37; --warning: #8a5a00; --bad: #c01e2b; }
        @media screen and (prefers-color-scheme: dark) {
          :root { --page: #0f141a; --text: #e6edf3; --muted: #9aa4af; --rule: #3b444e;
            --surface: #1a2129; --good: #4cc15f; --warning: #d9a52b; --bad: #ff7b72; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
        main { max-width: 76rem; margin: auto; padding: 1.5rem 1rem 3rem; }
        h1 { font-size: 1.5rem; line-height: 1.3; overflow-wrap: anywhere; }
        h2 { margin: 2.5rem 0 .75rem; padding-bottom: .3rem; border-bottom: 1px solid var(--rule); font-size: 1.2rem; }
        ul, ol { padding-left: 1.5rem; }
        li { overflow-wrap: anywhere; }
        table { border-collapse: collapse; width: 100%; font-size: .9rem; }
        th, td { padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--rule); text-align: left;
          vertical-align: top; }
        td:last-child { overflow-wrap: anywhere; }
        thead th { color: var(--muted); }
        tbody th { font-weight: normal; white-space: nowrap; font-variant-numeric: tabular-nums; }
        td strong { color: var(--bad); }
        tr:has(strong) { background: var(--surface); }
        code, pre { font: .85rem/1.45 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
        code { overflow-wrap: anywhere; }
        pre { margin: .75rem 0; padding: .75rem 1rem; border: 1px solid var(--rule); border-radius: 6px;
          background: var(--surface); white-space: pre-wrap; overflow-wrap: anywhere; }
        figure { margin: 1rem 0; }
        figcaption, summary { color: var(--muted); font-size: .9rem; }
        .wide { overflow-x: auto; }
        pre.wide { white-space: pre; overflow-wrap: normal; }
        @media print {
          body { font-size: 11pt; }
          main { max-width: none; padding: 0; }
          tr, svg, pre, li { break-inside: avoid; }
          h2 { break-after: avoid; }
          details { display: none; }
          .flow { min-width: 0; }
        }
        """
}
