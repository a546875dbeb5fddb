import Scenarios

extension HelpTopic {
    static let requests = HelpTopic(
        name: "requests",
        summary: "requests of .http files, OpenAPI documents and curl commands",
        parts: { files + library })

    static let requestFile = """
        ### the newest orders
        # @name newest
        GET /orders?limit=3
        Authorization: Bearer {{token}}

        ### one of them again
        # @name again
        POST /echo
        Authorization: Bearer {{token}}
        Content-Type: application/json

        {"order": "{{newest.response.body.$.orders[0].id}}", "key": "{{$guid}}"}
        """

    private static let files: [Part] = [
        .paragraph(
            """
            A request file is a text file in the syntax of VS Code's REST Client and JetBrains' HTTP Client. The \
            session's \
            token takes the place of 'Authorization: Bearer …'.
            """),
        .sample(requestFile),
        .forms([
            ScenarioManual.Entry(syntax: "session-console run orders.http", meaning: "Sends all requests in order."),
            ScenarioManual.Entry(
                syntax: "session-console run --name again orders.http",
                meaning: "Sends one, after those whose answers it uses."),
            ScenarioManual.Entry(
                syntax: "session-console request @again", meaning: "Sends it from the files of this folder."),
        ]),
        .heading("What a file can have"),
        .table([
            ("###", "begins the next request, with its title"),
            ("# @name NAME", "the request's name, for '--name' and for references"),
            ("# @note", "send the request only when it is named or referred to"),
            ("# @prompt NAME WORDS", "ask for the value of a variable, in the console"),
            ("# @no-redirect", "do not follow redirects"),
            ("# @no-cookie-jar", "send no cookies of earlier answers"),
            ("# @timeout 30", "how long to wait for the answer, in seconds"),
            ("@NAME = VALUE", "a variable, used as {{NAME}}"),
            ("{{$guid}}", "a new identifier; also {{$timestamp}} and {{$datetime iso8601}}"),
            ("{{x.response.body.$.id}}", "a part of the answer to the request x"),
            ("< FILE", "the file's contents as the body"),
            ("curl …", "a command line of curl in place of a request"),
        ]),
        .paragraph(
            """
            Scripts are not run. 'run' names each part that it skips with its line, and then exits with status 1. If \
            one \
            request is not valid, it sends none and exits with status 2.
            """),
        .heading("Variables"),
        .paragraph(
            """
            '--variable NAME=VALUE' comes first, then the file, then http-client.private.env.json and \
            http-client.env.json in its folder, then the workspace's .vscode/settings.json. '--env' chooses an \
            environment.
            """),
        .heading("What a file cannot do"),
        .paragraph(
            """
            The session's token goes to the origins of '--api' only; elsewhere the file's own text is sent. Without \
            the Authorization line no token is sent. A path without a host belongs to the first '--api'. A file reads \
            nothing outside its folder without '--outside-files', and no environment variable that \
            '--allow-variable' does not name.
            """),
    ]

    private static let library: [Part] = [
        .heading("The screen Requests"),
        .paragraph(
            """
            The screen lists the files of this folder, or of '--requests', and of the folders below. It shows each \
            request as it would be sent. '⏎' sends the request, after those whose answers it uses. 'a' edits a part in \
            place and writes only that part to the file; 'e' opens the file in $EDITOR. 'E' switches to the next \
            environment, \
            '/' finds requests, and 'p' turns pasted curl commands, such as a browser's 'Copy as cURL', into requests.
            """),
        .heading("OpenAPI"),
        .paragraph(
            """
            An OpenAPI 3 or Swagger 2.0 document is listed as the calls that it describes, with their parameters and \
            the scope that each needs. Its name is openapi.json, swagger.yaml, orders.openapi.yml or similar. 'a' \
            makes \
            an editable copy of a call.
            """),
        .heading("History and archives"),
        .paragraph(
            """
            'H' lists the calls of this run and earlier ones, and can send them again. The history is a file of the \
            profile, without secrets and without bodies. '--history bodies' keeps bodies too, and '--history none' \
            keeps \
            nothing. A demo keeps nothing on disk.
            """),
        .paragraph(
            """
            'w' saves the calls of this run as an HTTP Archive, which browsers and proxies open. '--har' of 'run' and \
            'request' writes one as well. Secrets are masked, and bodies of the API's answers are left out.
            """),
    ]
}
