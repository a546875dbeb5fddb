import FoundationEssentials
import SessionCore

/// `run`: the requests of a file, with the session's token.
extension Command {
    static let run = Command(
        name: "run",
        summary: "send the requests of an .http file with the session's access token",
        usage: "[--name NAME] [--env NAME] [--variable NAME=VALUE]... [-i] [--fail] FILE",
        details: """
            FILE is as VS Code's REST Client and JetBrains' HTTP Client write it, or - for
            standard input: requests between lines '###', '# @name x', '@variable = x',
            {{variable}}, {{$guid}}, {{$timestamp}}, {{$datetime iso8601}},
            {{login.response.body.$.id}}, '< file' as the body, or a command line of curl.
            All requests are sent in order, or with --name one, after those whose answers
            it refers to; one with '# @note' is sent only when it is named or referred to.
            The first that fails ends the run, with --fail also the first answer of 400 or
            above. When one can't be sent as it is written, none is, and the exit status
            is 2; it is 1 where an answer lacks what a later request refers to, and where
            something is skipped, such as a script or a request with a note. Cookies of
            one answer go with the next requests, unless '# @no-cookie-jar' is there.

            The session's token takes the place of 'Authorization: Bearer …' where the
            request goes to an origin of --api; elsewhere what the file says is sent, and
            never the session's token. Without that line there is no token. Paths without
            a Host field belong to the first --api.

            Variables come from --variable, the file, http-client.private.env.json and
            http-client.env.json beside it (--env), and the workspace's
            .vscode/settings.json, in this order. The file reads no
            environment variable but those of --allow-variable, and no file outside its
            folder without --outside-files. Scripts are not run: each is reported at its
            line.

            With --har the exchanges, those with the provider included, are written to FILE
            when the command ends: an HTTP Archive 1.2 in a new file that only you can read.
            Secrets are masked and the API's bodies left out. If a secret of the session is
            found in it all the same, it is not written, and the exit status is 1. A file
            that exists is not replaced, and then nothing is sent.

            With --record what happens is written to FILE meanwhile, with the user's name
            and e-mail where the provider tells them. If the recording is not whole, as on a
            full disk, the exit status is 1.

            Bodies go to standard output as with 'request'. With --json, a line for each
            answer: {"name", "line", …} and the members of 'request --json'.
            """,
        example: "session-console run orders.http --name create --env dev",
        options: [.name] + requestFileOptions + [.include, .fail, .json, .har, .record, .recordBodies],
        takesProvider: true,
        operands: 1...1,
        takesFile: true,
        run: { context in
            let run = try FileRun(context.operands[0], context)
            let plan = try run.plan(context.invocation.value(of: .name))
            return try await CommandSession.open(context) { opened in try await run.send(plan, opened) }
        })

    /// The options of the commands that send requests of a file.
    static let requestFileOptions: [OptionName] = [.env, .variable, .allowVariable, .outsideFiles]
}
