import HTTPServer

/// Asks for a user's name and password on behalf of a client.
struct SignInPage: Sendable {
    let authorization: AuthorizationRequest
    let requestID: String
    let username: String?
    let isWrong: Bool

    var response: ServerResponse {
        Page(
            status: isWrong ? 403 : 200, title: "Sign in", content: content,
            redirectSource: RedirectURIs.contentSecuritySource(of: authorization.redirectURI)
        ).response
    }

    private var content: Markup {
        """
        <p><strong>\(authorization.client.name)</strong> asks for: \(authorization.scope.text)</p>
        \(CredentialFields.error(isWrong: isWrong))
        <form method="post" action="\(DemoProvider.Endpoint.signIn.path)">
        <input type="hidden" name="request" value="\(requestID)">
        \(CredentialFields.fields(username: username))
        <div class="actions">
        <button class="main" type="submit">Sign in</button>
        <button type="submit" name="action" value="cancel" formnovalidate>Cancel</button>
        </div>
        </form>
        """
    }
}

/// The fields that the sign-in page and the device page share.
enum CredentialFields {
    static func error(isWrong: Bool) -> Markup {
        isWrong ? "<p class=\"error\" role=\"alert\">The username or the password is wrong. Try again.</p>" : ""
    }

    static func fields(username: String?) -> Markup {
        """
        <label>Username
        <input name="username" value="\(username ?? "")" autocomplete="username" autocapitalize="none" required \
        autofocus>
        </label>
        <label>Password
        <input type="password" name="password" autocomplete="current-password" required>
        </label>
        """
    }
}
