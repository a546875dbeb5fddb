import FoundationEssentials
import HTTPServer

/// The page that the browser shows at the end: plain HTML, without scripts and without any part of the response.
enum ResultPage {
    case signedIn
    case notSignedIn
    /// The redirect belongs to another sign-in than the one under way.
    case otherSignIn
    /// The sign-in takes longer than the browser can be held.
    case undecided
    /// The redirect is a form, which is not read.
    case posted
    /// The provider wants the request in another way, at this address.
    case elsewhere(URL)
    case notFound

    /// The page for a sign-in that has ended.
    init(succeeded: Bool) {
        self = succeeded ? .signedIn : .notSignedIn
    }

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
        case .signedIn, .notSignedIn, .otherSignIn, .undecided: 200
        }
    }

    private var title: String {
        switch self {
        case .signedIn: "Signed in"
        case .notSignedIn: "Not signed in"
        case .otherSignIn: "Not this sign-in"
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
        case .otherSignIn:
            "This page belongs to another sign-in, and its response was not used. You may close it and go back to the "
                + "terminal: its sign-in still waits for the page that it opened."
        case .undecided: "You may close this page and go back to the terminal, which shows how the sign-in goes on."
        case .posted:
            "The provider posted its answer as a form (response_mode=form_post), which this program does not read. Go "
                + "back to the terminal: its sign-in still waits for an answer in the address."
        case .elsewhere: "The provider's sign-in page follows."
        case .notFound: "No sign-in waits at this address."
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
