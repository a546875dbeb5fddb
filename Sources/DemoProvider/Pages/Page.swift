import HTTPServer

/// A page of the provider: no scripts, one stylesheet, readable in a text browser.
struct Page: Sendable {
    var status = 200
    let title: String
    let content: Markup
    /// The source that a form's answer may redirect to: browsers apply `form-action` to that redirect too.
    var redirectSource: String?

    var response: ServerResponse {
        var response = ServerResponse(status: status, contentType: "text/html; charset=utf-8", text: document.html)
        let formAction = ["'self'", redirectSource].compactMap(\.self).joined(separator: " ")
        response.headers["Content-Security-Policy"] =
            "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action \(formAction)"
        response.headers["X-Frame-Options"] = "DENY"
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cache-Control"] = "no-store"
        return response
    }

    /// The opening tag of what went wrong, which may be on a page.
    static let alert = "<p class=\"error\" role=\"alert\">"

    /// What a page says went wrong.
    static func alert(in html: [UInt8]) -> String? {
        let text = String(decoding: html, as: UTF8.self)
        guard let start = text.firstRange(of: alert)?.upperBound else { return nil }
        return Markup.text(of: text[start...].prefix { $0 != "<" })
    }

    private var document: Markup {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(title) – Session Console demo</title>
        <link rel="stylesheet" href="\(Stylesheet.path)">
        </head>
        <body>
        <main>
        <h1>\(title)</h1>
        \(content)
        </main>
        <footer>The demo provider of Session Console. Nothing here leaves this machine.</footer>
        </body>
        </html>

        """
    }
}
