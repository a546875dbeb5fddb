extension HelpTopic {
    /// Profiles; the table of keys is made from the options.
    static let profiles = HelpTopic(
        name: "profiles",
        summary: "a provider's settings as a file: its keys, secrets, stores",
        parts: {
            [
                .paragraph(
                    """
                    A profile holds the settings of one provider and client. Commands and the console use the profile \
                    that '--profile' names, or 'default'.
                    """),
                .sample(Command.profile.example + "\nsession-console --profile work"),
                .paragraph(
                    """
                    'profile add' reads the provider's metadata and writes the file \
                    ~/.config/session-console/profiles/NAME.json. You can write it by hand too. It is JSON5: comments \
                    and trailing commas are allowed.
                    """),
                .sample(profileFile),
                .heading("Keys"),
                .paragraph(
                    """
                    Each key is also an option, with a hyphen for each underscore. An option on the command line \
                    overrides \
                    the key. The names of lists and objects are plural in a profile: '--endpoint' adds to 'endpoints'.
                    """),
                .table(ProfileKey.rows),
            ] + ending
        })

    static let profileFile = """
        {
          // The issuer, exactly as the provider publishes it.
          "issuer": "https://id.example.com",
          "client_id": "cli",
          "api": ["https://api.example.com", "https://reports.example.com"],
          "scope": "openid offline_access orders:read",
          "authorization_parameters": {"acr_values": "gold"},
          "theme": "light",
        }
        """

    private static let ending: [Part] = [
        .heading("Unusual providers"),
        .table([
            ("prompt", "some providers issue a refresh token only with 'consent'"),
            ("authorization_parameters", "parameters that only this provider knows"),
            ("token_parameters", "the same for the token requests of sign-in and refresh"),
            ("endpoints", "replaces an endpoint that the metadata lacks or gets wrong"),
            ("id_token_algorithms", "HS256, HS384 or HS512 where the client's secret signs ID tokens"),
            ("trusted_audiences", "for ID tokens with several audiences and no azp"),
            ("audience", "for providers that name an API so, and not by 'resource'"),
        ]),
        .paragraph("'session-console login --verbose' shows the claims of an ID token that is rejected."),
        .heading("Forced logouts"),
        .paragraph(
            """
            When the provider or an API ends the session, programs that stay open (the console, 'status --follow', \
            'token --watch') ring the terminal's bell and show a notification of the desktop, where the terminal has \
            one; \
            'notify' says which. One of them runs the program of 'on_forced_logout' once. It gets \
            SESSION_CONSOLE_REASON, SESSION_CONSOLE_REASON_TEXT, SESSION_CONSOLE_PROFILE, SESSION_CONSOLE_ISSUER and \
            SESSION_CONSOLE_TIME in its environment, and no token. Its arguments are separated by spaces; no shell \
            reads \
            them. Nothing waits for it.
            """),
        .paragraph(
            """
            With '--logout-port N' the same programs receive the provider's logout tokens (OpenID Connect Back-Channel \
            Logout 1.0) at http://127.0.0.1:N/backchannel-logout, so that a session ends before any call is answered \
            401. \
            Register that address, or the one of the proxy that leads to it, as the client's backchannel_logout_uri.
            """),
        .heading("Secrets"),
        .paragraph(
            """
            No secret is ever an argument, because ps shows arguments. The client's secret comes from the file that \
            'client_secret_file' names, or from the variable SESSION_CONSOLE_CLIENT_SECRET. 'login --password-stdin' \
            reads a password from standard input.
            """),
        .heading("Stores"),
        .table([
            ("file", "~/.local/state/session-console/NAME.session.json, readable by you alone"),
            ("memory", "nothing is kept; for a console or a single command"),
            ("helper:NAME", "the program docker-credential-NAME: a desktop's keyring, pass or another"),
        ]),
        .paragraph(
            """
            All processes of a profile share its session. Under one lock, one of them refreshes and the others use the \
            new token.
            """),
    ]
}
