import FoundationEssentials
import HTTPServer

/// The page that the browser shows at the end: plain HTML, without scripts and without any part of the response.
enum ResultPage {
    case signedIn
    case notSignedIn
    case signedOut
    /// The redirect belongs to another sign-in or sign-out than the one under way.
    case otherSignIn
    /// The terminal knows more, or will.
    case undecided
    /// The redirect is a form, which is not read.
    case posted
    /// The provider wants the request in another way, at this address.
    case elsewhere(URL)
    case notFound

    /// The answer; `delivery` is kept alive until it has been sent.
    func response(delivery: Delivery? = nil) -> ServerResponse {
        let bytes = Array(html.utf8)
        var headers: ServerHeaders = [
            "Content-Type": "text/html; charset=utf-8",
            // The address of this page holds the code, so the page is not cached and its address not sent as a
            // referrer.
            "Cache-Control": "no-store",
            "Referrer-Policy": "no-referrer",
            "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
        ]
        if case .elsewhere(let url) = self { headers["Location"] = url.absoluteString }
        return ServerResponse(
            status: status, headers: headers,
            body: .chunks(length: bytes.count) { [delivery] index in
                withExtendedLifetime(delivery) { index == 0 ? bytes : nil }
            })
    }

    private var status: Int {
        switch self {
        case .notFound: 404
        case .posted: 405
        case .elsewhere: 303
        case .signedIn, .notSignedIn, .signedOut, .otherSignIn, .undecided: 200
        }
    }

    private var title: String {
        switch self {
        case .signedIn: "Signed in"
        case .notSignedIn: "The sign-in failed"
        case .signedOut: "Signed out"
        case .otherSignIn: "Not awaited"
        case .undecided: "Back to the terminal"
        case .posted: "Not readable"
        case .elsewhere: "Once more"
        case .notFound: "Nothing here"
        }
    }

    private var text: String {
        switch self {
        case .signedIn: "You are signed in. You may close this page and go back to the terminal."
        case .notSignedIn: "The sign-in failed. You may close this page and go back to the terminal, which says why."
        case .signedOut: "You are signed out at the provider. You may close this page and go back to the terminal."
        case .otherSignIn:
            "This page belongs to another sign-in or sign-out, and its response was not used. You may close it and go "
                + "back to the terminal, which still waits for the page that it opened."
        case .undecided: "You may close this page and go back to the terminal, which shows how it goes on."
        case .posted:
            "The provider posted its answer as a form (response_mode=form_post), which this program does not read. Go "
                + "back to the terminal: its sign-in still waits for an answer in the address."
        case .elsewhere: "The provider's page follows."
        case .notFound: "Nothing waits at this address."
        }
    }

    private var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <meta name="color-scheme" content="light dark">
        <title>\(title)</title>
        </head>
        <body>
        <h1>\(title)</h1>
        <p>\(text)</p>
        </body>
        </html>

        """
    }
}
