/// The first line: what the scenario is played on.
enum StageForms {
    static let table = FormTable<Scenario.Stage>(
        "a stage",
        [
            Notation(
                "provider", "[access=TIME] [refresh=TIME] [leeway=TIME] [opaque] [dpop|dpop-nonce] [slow-down]",
                example: "provider access=5s refresh=2m",
                """
                the demo's provider, with these lifetimes of its tokens (60s and 10m without); leeway is how long a \
                spent refresh token \
                works once more, opaque tokens can't be read, dpop binds \
                tokens to a key (RFC 9449), and slow-down answers the first poll of a device with slow_down (RFC 8628)
                """,
                read: { words throws(ScenarioFlaw) in .demo(try demo(&words)) }),
            Notation(
                "resource", "PATH [access=TIME] …", example: "resource /orders access=5s",
                """
                the demo's provider with the same settings, found from the URL of this path of its API alone: the \
                checklist is \
                shown, and waits for 'confirm issuer'
                """,
                read: { words throws(ScenarioFlaw) in .demo(try resource(&words)) }),
            Notation(
                "client", "[oauth|oidc|mcp|device|service …] [server] [slash] [access=TIME] …",
                example: "client oidc access=5s",
                """
                the session of another program, the COMMAND of 'prove', on the demo's provider with the same settings; \
                for these kinds of programs alone, if any is named, and for servers alone with that word; \
                slash ends the URL of the MCP server
                """,
                read: { words throws(ScenarioFlaw) in .client(try client(&words)) }),
            Notation(
                "profile", "NAME", example: "profile work",
                "your own provider, by the name of its profile; the scenario starts from its stored session and "
                    + "changes it",
                read: { words throws(ScenarioFlaw) in .profile(try words.word("the name of a profile").text) }),
        ])

    private static func demo(_ words: inout LineReader) throws(ScenarioFlaw) -> DemoStage {
        var stage = DemoStage()
        var seen: Set<String> = []
        while let word = words.next() {
            let (name, time) = try setting(word, in: words)
            guard seen.insert(name).inserted else { throw words.flaw(at: word, "'\(name)' appears twice") }
            switch (name, time) {
            case ("access", let time?): stage.accessTokenLifetime = time
            case ("refresh", let time?): stage.refreshTokenLifetime = time
            case ("leeway", let time?): stage.leeway = time
            case ("opaque", nil): stage.hasOpaqueTokens = true
            case ("slow-down", nil): stage.slowsDownDevices = true
            case ("dpop", nil): stage.proof = .dpop
            case ("dpop-nonce", nil): stage.proof = .dpopWithNonce
            default:
                let similar = Suggestion.words(for: name, among: names)
                throw words.flaw(
                    at: word, "\(LineReader.quoted(word.text)) is not a setting of the provider",
                    advice: Suggestion.advice(
                        similar,
                        "Known: access=TIME, refresh=TIME, leeway=TIME, opaque, dpop, dpop-nonce, slow-down."))
            }
        }
        return stage
    }

    private static func resource(_ words: inout LineReader) throws(ScenarioFlaw) -> DemoStage {
        let path = try words.word("a path of the API")
        guard path.text.hasPrefix("/") else {
            throw words.flaw(
                at: path, "\(LineReader.quoted(path.text)) is not a path of the API", advice: "Write: resource /orders")
        }
        var stage = try demo(&words)
        stage.resource = path.text
        return stage
    }

    private static func client(_ words: inout LineReader) throws(ScenarioFlaw) -> ClientStage {
        var kinds: Set<ClientStage.Kind> = []
        while let kind = words.peek().flatMap({ ClientStage.Kind(rawValue: $0.text.lowercased()) }) {
            _ = words.next()
            kinds.insert(kind)
        }
        let isOfServers = words.take("server")
        let hasSlash = words.take("slash")
        let provider = try demo(&words)
        return ClientStage(
            kinds: kinds.isEmpty ? Set(ClientStage.Kind.allCases) : kinds, isOfServers: isOfServers, hasSlash: hasSlash,
            provider: provider)
    }

    private static let names = ["access", "refresh", "leeway", "opaque", "dpop", "dpop-nonce", "slow-down"]

    /// `access=5s`, or a name alone.
    static func setting(
        _ word: LineReader.Word, in words: LineReader
    ) throws(ScenarioFlaw) -> (name: String, time: Duration?) {
        guard let sign = word.text.firstIndex(of: "=") else { return (word.text.lowercased(), nil) }
        let name = word.text[..<sign]
        let value = LineReader.Word(
            text: String(word.text[sign...].dropFirst()), column: word.column + name.count + 1)
        return (name.lowercased(), try words.duration(value))
    }
}
