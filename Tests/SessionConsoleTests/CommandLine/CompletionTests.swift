import JOSE
import TestSupport
import Testing

@testable import session_console

/// What bash offers behind a command line, with the script that `completion bash` prints.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct CompletionTests {
    private let program: ProgramUnderTest

    init() async throws {
        var program = try ProgramUnderTest()
        program.environment["PATH"] = program.home + "/bin:" + (program.environment["PATH"] ?? "")
        try await program.makeScript("bin/session-console", "#!/bin/sh\nexec '\(ProgramUnderTest.path)' \"$@\"\n")
        for name in ["work", "home"] { try program.makeProfile(name, ["issuer": "https://issuer.example"]) }
        try program.write("", to: "key file.pem")
        try program.write(
            "# @name make\nPOST /orders\n### An order\nGET /orders/1\n### x$(touch PWN)\nGET /\n", to: "orders.http")
        try program.write("# @name other\nGET /other\n", to: "more.rest")
        try program.write("### a\u{1B}]0;x\u{7}\nGET /\n", to: "hidden.http")
        self.program = program
    }

    /// What `completion bash` prints, once for all cases.
    private static let script = Task {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        return try await program.run("completion", "bash").text
    }

    /// What is offered for the last of these words, which are bash's own: it takes `=` for a word.
    private func offers(_ words: [String]) async throws -> [String] {
        let script = try await Self.script.value
        let quoted = (["session-console"] + words).map { "'\($0)'" }.joined(separator: " ")
        let environment = program.environment
        let home = program.home
        let result = try await blocking {
            try Subprocess(
                "/bin/bash",
                [
                    "--norc", "-c",
                    """
                    cd '\(home)'
                    \(script)
                    COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count)
                    _session_console session-console
                    printf '%s\\n' "${COMPREPLY[@]}"
                    """,
                ], environment: environment
            ).finish()
        }
        #expect(result.status == 0)
        #expect(result.errorText.isEmpty, "\(result.errorText)")
        #expect(throws: (any Error).self) { try program.text("PWN") }
        return result.lines
    }

    @Test(arguments: [
        (["lo"], ["login", "logout"]),
        (["exec", "--", "session-con"], ["session-console"]),
        (["watch", "--profile", "work", "--", "session-con"], ["session-console"]),
        (["exec", "--", "cat", "key"], ["key file.pem"]),
        (["--profile", "work", "tok"], ["token"]),
        (["--profile", "=", "work", "tok"], ["token"]),
        (["--issuer", "https", ":", "//127.0.0.1", ":", "8080", "tok"], ["token"]),
        (["profile", ""], ["list", "show", "add", "remove", "client-metadata"]),
        (["profile", "--json", "sh"], ["show"]),
        (["profile", "show", ""], ["home", "work"]),
        (["profile", "remove", "w"], ["work"]),
        (["profile", "add", ""], []),
        (["profile", "list", ""], []),
        (["--profile", ""], ["home", "work"]),
        (["status", "--profile", "h"], ["home"]),
        (["status", "--profile", "=", "h"], ["home"]),
        (["status", "--profile", "="], ["home", "work"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["completion", "bash", ""], []),
        (["help", "in"], ["inspect"]),
        (["help", "man"], ["man"]),
        (["help", "sc"], ["screens", "scenarios"]),
        (["login", "--flow", "d"], ["device"]),
        (["login", "--flow", "=", "p"], ["password"]),
        (["login", "--client-auth", "p"], ["post", "private_key_jwt"]),
        (["login", "--on-401", ""], ["refresh", "logout", "report"]),
        (["login", "--store", ""], ["memory", "file", "helper:"]),
        (["login", "--prompt", "s"], ["select_account"]),
        (["login", "--endpoint", "j"], ["jwks_uri="]),
        (["inspect", "--alg", "Ed"], ["EdDSA", "Ed25519"]),
        (["request", "-X", "P"], ["POST", "PUT", "PATCH"]),
        (["request", "--request", "D"], ["DELETE"]),
        (["token", "--min-valid", ""], []),
        (["token", "--wa"], ["--watch", "--wait"]),
        (["token", "--no-auth"], []),
        (["login", "--key", "key"], ["key file.pem"]),
        (["request", "-d", "@", "bi"], ["@bin", "@binsession-console.txt"]),
        (["request", "-d", "x"], []),
        (["request", "@"], ["@make", "@other", #"@An\ order"#, #"@x\$\(touch\ PWN\)"#]),
        (["request", "@", "m"], ["@make"]),
        (["request", "-i", "@", "A"], [#"@An\ order"#]),
        (["request", "@m"], ["@make"]),
        (["request", "--file", "more.rest", "@"], ["@other"]),
        (["request", "--file", "=", "more.rest", "@", ""], ["@other"]),
        (["run", "--name", "m"], ["make"]),
        (["run", "more.rest", "--name", ""], ["other"]),
        (["token", "--format=he"], ["--format=header", "--format=headers-json"]),
        (["status", "--profile=h"], ["--profile=home"]),
        (["run", "key"], ["key file.pem"]),
        (["play", "key"], ["key-rotation", "key file.pem"]),
        (["run", "--name", "x", "key"], ["key file.pem"]),
        (["prove", "--list", "clock"], ["clock-behind", "clock-ahead"]),
        (["run", "key file.pem", "key"], []),
        (["run", "--outs"], ["--outside-files"]),
        (["proxy", "--socket", "key"], ["key file.pem"]),
        (["nothing", ""], []),
    ])
    func `bash offers what can come next`(words: [String], offered: [String]) async throws {
        defer { program.remove() }
        #expect(try await offers(words).sorted() == offered.sorted())
    }

    @Test func `every command is offered, and each of its options behind it`() async throws {
        defer { program.remove() }
        let named = Command.all.filter { !$0.name.isEmpty }
        let first = Set(try await offers([""]))
        #expect(first.isSuperset(of: named.map(\.name) + ["home", "key file.pem"]), "\(first)")
        for command in Command.all {
            let words = command.name.isEmpty ? ["-"] : [command.name, "-"]
            #expect(try await offers(words).sorted() == command.allOptions.map { "--\($0.name)" }.sorted())
        }
    }

    @Test func `every option with known values offers them`() async throws {
        defer { program.remove() }
        for option in Option.known where !option.values.isEmpty {
            let command = Command.all.last { $0.allOptions.contains(option) }?.name ?? "login"
            #expect(try await offers([command, "--\(option.name)", ""]) == option.values)
        }
    }
}
