import ConsoleApp
import HostSystem
import Recordings
import RequestFiles
import Scenarios
import SessionCore
import Synchronization
import TerminalUI

/// `prove`: whether another program's session survives the weather.
extension Command {
    static let prove = Command(
        name: "prove",
        summary: "find out whether your client's session survives legal but hostile weather",
        usage: "[--as KIND] [--only CHAPTER]... [--chapter FILE]... -- COMMAND... | --example NAME | --replay FILE "
            + "| --list [CHAPTER]",
        details: """
            COMMAND is your client. For each chapter it is started anew, with a provider and
            an API of its own on loopback, whose addresses are in its variables:
            \(variables)
            and stand for {issuer}, {api} and so on in its arguments. It signs in, calls
            {api}/orders, and goes on after what can be survived: 'help proving' says how
            little that takes. A user is there who signs in at any link to the provider
            that COMMAND opens or prints, and nowhere else.

            COMMAND is asked for each call by a line on its standard input, which a client
            that calls again and again may leave unread. --ask URL asks a server in place
            of that, by requests for its page, with a browser that signs in on the way:
            --ask http://127.0.0.1:{port}/orders

            A chapter is a scenario about another program; 'help scenarios' has its
            grammar, and --list NAME prints one. --chapter FILE plays one of yours.

            Each requirement is held, broken, undecided, where a client that does otherwise
            is not wrong or nothing shows it, or not reached. Time is the provider's where
            it can be; what a client itself waits for is real. Chapters run side by side.

            --example NAME is a client that ships with the program, all but the first of
            them wrong in one thing, which the chapter after it shows:
            \(examples)

            What did not hold stays in a file of TMPDIR, the text of its chapters with it:
            --replay FILE plays them again, here or where the file was brought to.

            Exit status: 0 all held or undecided, 23 something is broken, 24 a chapter was
            not reached. With --format json, where what is unknown is left out:
            \(ProofReport.shape.lines)
            """,
        example: "session-console prove --as oidc -- python3 my_client.py",
        options: [
            .clientKind, .onlyChapter, .chapter, .ask, .askToSignOut, .example, .replay, .showChapter, .listChapters,
            .proofFormat,
        ] + Option.screen,
        operands: 0...Int.max,
        firstOperands: { Scenario.chapters.map(\.name) },
        run: { context in try await context.prove() })

    private static let examples = Columns.list(
        ExampleClient.allCases.map { example in
            (name: example.rawValue, meaning: example.summary + (example.weakness.map { ": \($0)" } ?? ""))
        }
    ).joined(separator: "\n")
    private static let variables = Columns.lines(ProofTerms.names.joined(separator: ", ") + ",").joined(separator: "\n")
}

extension CommandContext {
    fileprivate func prove() async throws -> ExitStatus {
        if invocation.contains(.listChapters) { return try listChapters() }
        let kept = try invocation.value(of: .replay).map { path throws(CommandFailure) in try keptProof(path) }
        let terms = try proofTerms(kept)
        let chapters =
            try kept?.chapters(named: invocation.values[.onlyChapter] ?? []) ?? chosenChapters(of: terms.kind)
        if terms.isShown { try requireOneChapter(chapters) }
        let format = try choice(.proofFormat, ProofFormat.self) ?? .text
        let output = self.output
        let results: [ChapterResult] = try await ProofRun(chapters, terms).results { (result: ChapterResult) in
            guard format == .text else { return }
            let again = terms.call(only: result)
            for line in ProofFormat.lines(of: result, again: again) { try output.line(line) }
        }
        let lines = format.lines(of: results, command: terms.name) { terms.call(only: $0).joined(separator: " ") }
        for line in lines { try output.line(line) }
        if format != .text { for place in results.flatMap(\.output) { output.inform(place) } }
        if kept == nil, let proof = KeptProof(results, of: chapters, terms) {
            output.inform(proof.kept(in: environment))
        }
        if terms.isShown, let result = results.first {
            let traffic = ClientTraffic(result.name, result.messages)
            try await Console.show(RecordingSource(traffic), self, theme: try theme())
        }
        let rows = results.flatMap(\.rows)
        if rows.contains(where: { $0.verdict == .broken }) { return .faultsFound }
        return rows.contains { $0.verdict == .notReached } ? .nothingSeen : .done
    }

    private func requireOneChapter(_ chapters: [ProofChapter]) throws(CommandFailure) {
        guard Terminal.isOutput, Terminal.isInput else {
            throw CommandFailure(
                .badCommandLine, "--show needs a terminal.", advice: "Without one, --verbose tells each step.")
        }
        guard chapters.count == 1 else {
            throw CommandFailure(
                .badCommandLine, "--show is for one chapter, and these are \(chapters.count).",
                advice: "Name one: --only \(chapters.first?.name ?? "expiry")")
        }
    }

    private func keptProof(_ path: String) throws(CommandFailure) -> KeptProof {
        let others: [Option] = [.clientKind, .chapter, .ask, .askToSignOut, .example]
        if let option = others.first(where: { invocation.contains($0) }) {
            throw CommandFailure(
                .badCommandLine, "--\(option.name) has no effect with --replay.", advice: "The file says it.")
        }
        if let word = operands.first { throw CommandFailure(.extraOperand(word), command: command.name) }
        return try KeptProof(file: path)
    }

    /// What the command line says of the program, or what a kept proof does.
    private func proofTerms(_ kept: KeptProof?) throws(CommandFailure) -> ProofTerms {
        let (ownKind, ownExample) =
            (try choice(.clientKind, ClientStage.Kind.self), try choice(.example, ExampleClient.self))
        let kind = kept.flatMap { ClientStage.Kind(rawValue: $0.kind) } ?? ownKind
        let example = kept?.example.flatMap { ExampleClient(rawValue: $0) } ?? ownExample
        let ask = kept?.ask ?? invocation.value(of: .ask)
        let command = kept?.command ?? operands
        if example != nil, let word = command.first {
            throw CommandFailure(.extraOperand(word), command: self.command.name)
        }
        if let example, let kind, !example.kinds.contains(kind) {
            throw CommandFailure(
                .badCommandLine, "The example \(example.rawValue) is not a client of the kind \(kind.rawValue).",
                advice: "Choose --as \(example.kinds.map(\.rawValue).joined(separator: " or --as ")).")
        }
        if let ask, !ProofTerms.isPage(ask) {
            throw CommandFailure(
                .badValue(.ask, ask, expected: "an http URL of this machine, such as http://127.0.0.1:{port}/"),
                command: self.command.name)
        }
        let signOut = kept?.signOut ?? invocation.value(of: .askToSignOut)
        if let signOut, signOut.contains("://"), !ProofTerms.isPage(signOut) {
            throw CommandFailure(
                .badValue(
                    .askToSignOut, signOut,
                    expected: "a line, or an http URL of this machine, such as http://127.0.0.1:{port}/logout"),
                command: self.command.name)
        }
        guard example != nil || !command.isEmpty else {
            throw CommandFailure(
                .badCommandLine, "No command was named.",
                advice: "Name your client: session-console prove -- python3 my_client.py")
        }
        guard let executable = OpenFilePlace.executable(of: getpid()) else {
            throw CommandFailure(.failed, "The file of this program can't be found.")
        }
        let output = self.output
        let narrate: @Sendable (String) -> Void = { output.inform($0) }
        let isShown = invocation.contains(.showChapter)
        return ProofTerms(
            words: example.map { [executable, ExampleClient.word, $0.rawValue] } ?? command, example: example,
            kind: kind ?? .oauth, ask: ask, signOut: signOut,
            environment: environment, executable: executable, replay: invocation.value(of: .replay), isShown: isShown,
            narrate: isVerbose || isShown ? narrate : nil)
    }

    fileprivate func listChapters() throws(CommandFailure) -> ExitStatus {
        guard let name = operands.first else {
            let rows = Scenario.chapters.map { (name: $0.name, meaning: $0.summary) }
            for line in Columns.list(rows) { try output.line(line) }
            return .done
        }
        guard let chapter = Scenario.chapters.first(where: { $0.name == name }) else {
            throw CommandFailure(.badCommandLine, unknownChapter(name))
        }
        try output.data(Array(chapter.text.utf8))
        return .done
    }

    private func unknownChapter(_ name: String) -> String {
        let similar = Suggestion.words(for: name, among: Scenario.chapters.map(\.name))
        return "There is no chapter '\(name)'. "
            + Suggestion.advice(similar, "Known: \(Scenario.chapters.map(\.name).joined(separator: ", ")).")
    }

    /// Those that are named, or else all of this kind.
    fileprivate func chosenChapters(of kind: ClientStage.Kind) throws(CommandFailure) -> [ProofChapter] {
        let names = invocation.values[.onlyChapter] ?? []
        let files = invocation.values[.chapter] ?? []
        let shipped = try ProofChapter.shipped()
        for name in names where !shipped.contains(where: { $0.name == name }) {
            throw CommandFailure(.badCommandLine, unknownChapter(name))
        }
        let own = try files.map { path throws(CommandFailure) in try ProofChapter(file: path) }
        let (isServer, signsOut) = (invocation.contains(.ask), invocation.contains(.askToSignOut))
        let chosen = shipped.filter {
            guard names.isEmpty, files.isEmpty else { return names.contains($0.name) }
            return $0.stage.kinds.contains(kind) && (isServer || !$0.stage.isOfServers)
                && (signsOut || !$0.signsOut)
        }
        for chapter in chosen + own where !chapter.stage.kinds.contains(kind) {
            let kinds = chapter.stage.kinds.map(\.rawValue).sorted().joined(separator: ", ")
            throw CommandFailure(
                .badCommandLine, "\(chapter.name) is not about a client of the kind \(kind.rawValue).",
                advice: "Choose with --as one of: \(kinds)")
        }
        for chapter in chosen + own {
            if chapter.stage.isOfServers, !isServer {
                throw CommandFailure(
                    .badCommandLine, "\(chapter.name) is about servers alone.",
                    advice: "Name a page that makes the server call: --ask http://127.0.0.1:{port}/orders")
            }
            if chapter.signsOut, !signsOut {
                throw CommandFailure(
                    .badCommandLine, "\(chapter.name) asks the client to sign out.",
                    advice: "Name the line or the page that does: --sign-out LINE|URL")
            }
        }
        return chosen + own
    }
}
