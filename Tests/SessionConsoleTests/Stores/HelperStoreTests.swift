import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing

/// A session whose tokens are with a helper of the docker-credential-helpers protocol.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct HelperStoreTests {
    /// Keeps each secret in a file that is named after the URL's checksum, and answers as the protocol has it.
    private static let script = """
        #!/bin/sh
        dir=${0%/*}/kept
        mkdir -p "$dir"
        name() { printf %s "$1" | cksum | cut -d' ' -f1; }
        echo "$1" >> "$dir/log"
        case $1 in
            store)
                read -r body
                url=$(printf %s "$body" | sed 's/.*"ServerURL":"\\([^"]*\\)".*/\\1/')
                printf %s "$body" > "$dir/$(name "$url")" ;;
            get)
                read -r url
                if [ -f "$dir/$(name "$url")" ]; then cat "$dir/$(name "$url")"
                else echo 'credentials not found in native keychain'; exit 1; fi ;;
            erase)
                read -r url
                rm -f "$dir/$(name "$url")" ;;
            *) exit 1 ;;
        esac
        """

    private func console(_ script: String = script) async throws -> (Console, ProgramUnderTest) {
        let console = try await Console(["store": "helper:test"])
        try await console.program.makeScript("helpers/docker-credential-test", script)
        var program = console.program
        program.environment["PATH"] = program.home + "/helpers:" + (program.environment["PATH"] ?? "")
        return (console, program)
    }

    private func signIn(_ program: ProgramUnderTest) async throws -> Subprocess.Result {
        try await program.run(
            "login", "--flow", "password", "--username", "alice", "--password-stdin", input: "wonderland\n")
    }

    @Test func `the session lives with the helper, and only the lock in a file`() async throws {
        let (console, program) = try await console()
        #expect(try await program.run("status").status == 3)
        #expect(try await signIn(program).status == 0)
        let token = try await program.run("token")
        #expect(token.status == 0)
        #expect(try await program.run("refresh").status == 0)
        #expect(try await program.run("token").text != token.text)
        let files = try FileManager.default.contentsOfDirectory(atPath: program.home + "/state/session-console")
        #expect(files.sorted() == ["default.events.jsonl", "default.session.json.lock"])
        #expect(try await program.run("logout").status == 0)
        #expect(try await program.run("status").status == 3)
        #expect(try await program.run("status", "--json").text.contains("signed_out"))
        withExtendedLifetime(console) {}
    }

    @Test func `what the helper keeps and can't be understood is set aside with the helper`() async throws {
        let (console, program) = try await console()
        #expect(try await signIn(program).status == 0)
        let kept =
            "helpers/kept/"
            + (try #require(
                try FileManager.default.contentsOfDirectory(atPath: program.home + "/helpers/kept").first {
                    $0 != "log"
                }))
        try Data(#"{"ServerURL":"x","Username":"session-console","Secret":"{}"}"#.utf8).write(
            to: URL(filePath: "\(program.home)/\(kept)"))
        let damaged = try await program.run("status")
        #expect(damaged.status == 3)
        #expect(damaged.errorText.contains("set aside as https://session-console/default/damaged"))
        #expect(try await program.run("status").status == 3)
        withExtendedLifetime(console) {}
    }

    @Test func `loss 3: what the helper keeps for another client is left as it is`() async throws {
        let (console, program) = try await console()
        #expect(try await signIn(program).status == 0)
        let other = try await program.run("status", "--client-id", "another")
        #expect(other.status == 3)
        #expect(!other.errorText.contains("set aside"))
        #expect(try await program.run("status").status == 0)
        withExtendedLifetime(console) {}
    }

    @Test(arguments: [
        ("#!/bin/sh\necho 'the keyring is locked'; exit 1\n", "the keyring is locked"),
        ("#!/bin/sh\necho '{\"Username\":7}'\n", "gave an answer without credentials"),
        ("#!/nowhere\n", "docker-credential-test can't be run"),
    ])
    func `a helper that fails is told, and nothing is taken for signed out`(script: String, message: String)
        async throws
    {
        let (console, program) = try await console(script)
        let result = try await program.run("status")
        #expect(result.status == 1)
        #expect(result.errorText.ranges(of: message).count == 1)
        #expect(result.errorText.contains("Nothing was changed. Test the helper: docker-credential-test list"))
        withExtendedLifetime(console) {}
    }

    @Test func `a helper that is not there is named`() async throws {
        let console = try await Console(["store": "helper:gone"])
        let result = try await console.run("token")
        #expect(result.status == 1)
        #expect(result.errorText.contains("docker-credential-gone can't be run: No such file"))
    }

    @Test func `a helper that never answers is ended, named, and nothing is taken for signed out`() async throws {
        let (console, program) = try await console("#!/bin/sh\necho $$ > ${0%/*}/pid; exec sleep 600\n")
        let result = try await program.run("status", "--timeout", "500ms")
        #expect(result.status == 1)
        #expect(
            result.errorText.contains("docker-credential-test did not answer 'get' within 500 ms and was ended; unlock")
        )
        #expect(result.errorText.contains("with: docker-credential-test list"))
        let pid = try #require(pid_t(try program.text("helpers/pid").filter(\.isNumber)))
        #expect(kill(pid, 0) == -1)
        withExtendedLifetime(console) {}
    }

    @Test(arguments: ["yes", "yes >&2"])
    func `address 5: a helper whose answer never ends is ended, and named`(endless: String) async throws {
        let (console, program) = try await console("#!/bin/sh\n\(endless)\n")
        let result = try await program.run("status", "--timeout", "100s")
        #expect(result.status == 1)
        #expect(
            result.errorText.contains("docker-credential-test answered 'get' with more than 4 MiB and was ended"),
            "\(result.errorText)")
        withExtendedLifetime(console) {}
    }

    @Test func `a helper that leaves a daemon behind with its streams open is not waited for`() async throws {
        let daemon =
            "#!/bin/sh\nsleep 600 & echo $! > ${0%/*}/pid\necho 'credentials not found in native keychain'; exit 1\n"
        let (console, program) = try await console(daemon)
        let result = try await program.run("status", "--timeout", "50s")
        #expect(result.status == 3)
        let pid = try #require(pid_t(try program.text("helpers/pid").filter(\.isNumber)))
        #expect(kill(pid, SIGKILL) == 0)
        withExtendedLifetime(console) {}
    }

    /// As pass answers: success with empty credentials, and an error of its own when there is nothing to erase.
    @Test func `a helper that answers with empty credentials has none`() async throws {
        let (console, program) = try await console(
            """
            #!/bin/sh
            case $1 in
                get) read -r url; echo '{"ServerURL":"","Username":"","Secret":""}' ;;
                *) echo 'exit status 1: Error: it is not in the password store.'; exit 1 ;;
            esac
            """)
        let result = try await program.run("status")
        #expect(result.status == 3)
        #expect(!result.errorText.contains("set aside"))
        withExtendedLifetime(console) {}
    }

    @Test func `a helper that does not erase what was set aside is told, and the session is not taken for lost`()
        async throws
    {
        let (console, program) = try await console(
            """
            #!/bin/sh
            case $1 in
                get) read -r url; echo '{"ServerURL":"x","Username":"session-console","Secret":"{}"}' ;;
                store) cat > /dev/null ;;
                *) echo 'the keyring is locked'; exit 1 ;;
            esac
            """)
        let result = try await program.run("status")
        #expect(result.status == 1)
        #expect(result.errorText.contains("docker-credential-test failed with status 1: the keyring is locked"))
        withExtendedLifetime(console) {}
    }

    @Test func `a sign-in that the helper does not keep says that its tokens end with the command`() async throws {
        let (console, program) = try await console(
            """
            #!/bin/sh
            case $1 in
                get) echo 'credentials not found in native keychain'; exit 1 ;;
                *) echo 'the keyring is locked'; exit 1 ;;
            esac
            """)
        let result = try await signIn(program)
        #expect(result.status == 1)
        #expect(result.errorText.contains("The session's new tokens could not be stored, and end with this command."))
        #expect(result.errorText.contains("then sign in with: session-console login"))
        withExtendedLifetime(console) {}
    }
}
