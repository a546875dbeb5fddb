import HTTPServer

/// Says why the browser can't be redirected to the client.
struct ErrorPage: Sendable {
    private let message: String
    private let hint: String

    init(_ message: String, hint: String) {
        self.message = message
        self.hint = hint
    }

    /// For an error that must not be sent to the redirect URI, in the words of other endpoints.
    init(_ error: ErrorAnswer) {
        message = "\(error.code.rawValue): \(error.description)"
        hint = "The program that opened this page must fix its request; nothing was sent back to it."
    }

    var response: ServerResponse {
        Page(
            status: 400, title: "The sign-in can't begin",
            content: "<p class=\"error\" role=\"alert\">\(message)</p>\n<p>\(hint)</p>"
        ).response
    }
}

/// Asks whether to sign out, if no ID token proves that the client may request it.
struct EndSessionPage: Sendable {
    let parameters: FormItems
    /// Where the browser goes on to; `nil` where the client has not registered that.
    let redirectURI: String?

    var response: ServerResponse {
        Page(
            title: "Sign out", content: content,
            redirectSource: redirectURI.map(RedirectURIs.contentSecuritySource(of:))
        ).response
    }

    private var content: Markup {
        """
        <p>Do you want to sign out of the demo provider?</p>
        <form method="post" action="\(DemoProvider.Endpoint.endSession.path)">
        <input type="hidden" name="confirm" value="yes">
        <input type="hidden" name="post_logout_redirect_uri" value="\(redirectURI ?? "")">
        <input type="hidden" name="client_id" value="\(parameters["client_id"] ?? "")">
        <input type="hidden" name="state" value="\(parameters["state"] ?? "")">
        <div class="actions"><button class="main" type="submit">Sign out</button></div>
        </form>
        """
    }
}

struct SignedOutPage: Sendable {
    var response: ServerResponse {
        Page(title: "Signed out", content: "<p>You are signed out. You may close this page.</p>").response
    }
}
