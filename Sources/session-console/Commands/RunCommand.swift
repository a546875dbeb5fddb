import FoundationEssentials
import Recordings
import SessionCore

/// `run`: the requests of a file, with the session's token.
extension Command {
    static let run = Command(
        name: "run",
        summary: "send the requests of an .http file with the session's access token",
        usage: "[--name NAME] [--env NAME] [--variable NAME=VALUE]... [-i] [--fail] FILE",
        details: """
            FILE has the syntax of VS Code's REST Client and JetBrains' HTTP Client; - is
            standard input. It has requests between lines '###', '# @name x',
            '@variable = x', {{variable}}, {{$guid}}, {{$timestamp}}, {{$datetime iso8601}},
            {{login.response.body.$.id}}, '< file' as the body, or a command line of curl.
            All requests are sent in order. --name sends one of them, after those whose
            answers it refers to. A request with '# @note' is sent only when it is named or
            referred to. The first failure ends the run; with --fail, so does the first
            answer of 400 or above. If one request can't be sent as written, none is sent
            and the exit status is 2. The exit status is 1 if an answer lacks what a later
            request refers to, or if something is skipped, such as a script or a request
            with a note. Cookies of an answer go with the next requests, except those with
            '# @no-cookie-jar'.

            The session's token replaces 'Authorization: Bearer …' where the request goes to
            an origin of --api. Elsewhere the file's own text is sent, never the session's
            token. Without that line no token is sent. Paths without a Host field belong to
            the first --api.

            Variables come from --variable, the file, http-client.private.env.json and
            http-client.env.json in its folder (--env), and the workspace's
            .vscode/settings.json, in this order. The file reads only the environment
            variables of --allow-variable, and no file outside its folder without
            --outside-files. Scripts are not run: each is reported with its line.

            \(archiveDetails)

            Bodies go to standard output as with 'request'. With --json, one line per
            answer:
            \(NamedResponseReport.shape.lines)
            """,
        example: "session-console run orders.http --name create --env dev",
        options: [.name] + Option.requestFile + Option.answers,
        takesProvider: true,
        operands: 1...1,
        takesFile: true,
        run: { context in
            let run = try FileRun(context.operands[0], context)
            let plan = try run.plan(context.requestName)
            return try await CommandSession.open(context) { opened in try await run.send(plan, opened) }
        })

    /// What `--har` and `--record` write.
    static let archiveDetails = """
        --har writes all exchanges, also those with the provider, to FILE when the
        command ends: an HTTP Archive 1.2 in a new file that only you can read. Secrets
        are masked, and the API's bodies are left out. If a secret of the session is
        still found in it, the file is not written and the exit status is 1. If FILE
        exists, it is not replaced, and nothing is sent.

        --record writes the session's events and messages to FILE as they happen, with
        the user's name and e-mail address if the provider sends them. If the recording
        is incomplete, for example on a full disk, the exit status is 1.
        """
}
