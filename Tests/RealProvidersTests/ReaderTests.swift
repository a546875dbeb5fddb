import DemoProvider
import FoundationEssentials
import JOSE
import TestSupport
import Testing

/// Programs that nobody of this project wrote ask for the session's token, as `setup` has it: git, kubectl, curl,
/// HTTPie.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["SESSION_CONSOLE_PROVIDERS"] != nil,
        "it fetches kubectl from Debian and HTTPie from PyPI; set SESSION_CONSOLE_PROVIDERS=1 to run it"),
    .serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct RealReaders {
    @Test func `git clones, fetches and pushes, and no trace of it has the token`() async throws {
        try await Gate.run { gate in
            try await setUpGit(gate)
            let tracing = ["GIT_TRACE": "2", "GIT_TRACE_CURL": "2", "GIT_CURL_VERBOSE": "1"]
            let clone = try await gate.shell("git clone \(gate.plain)/git/notes.git notes", tracing)
            #expect(clone.status == 0, "\(clone.errorText)")
            let push = try await gate.shell(
                "cd notes && git -c user.name=A -c user.email=a@example.org commit --allow-empty -q -m Second "
                    + "&& git push -q origin HEAD:main && git fetch", tracing)
            #expect(push.status == 0, "\(push.errorText)")
            #expect(try gate.requests.contains("200 POST /git/notes.git/git-receive-pack basic"))
            let token = try await gate.token
            let trace = clone.errorText + push.errorText
            #expect(trace.contains("session-console credential git --api \(gate.plain) get"))
            #expect(!trace.contains(token) && !trace.contains(Data("oauth2:\(token)".utf8).base64EncodedString()))
        }
    }

    @Test func `git goes on with a new token after one has expired, and once one was refused`() async throws {
        try await Gate.run { gate in
            await gate.demo.setLifetimes(access: .seconds(5))
            #expect(try await gate.program.run("refresh").status == 0)
            try await setUpGit(gate)
            let clone = try await gate.shell("git clone -q \(gate.plain)/git/notes.git notes")
            #expect(clone.status == 0, "\(clone.errorText)")
            try await gate.awaitExpiry()
            #expect(try await gate.shell("git -C notes fetch").status == 0)

            await gate.demo.setLifetimes(access: .seconds(600))
            #expect(try await gate.program.run("refresh").status == 0)
            let refused = try await gate.token
            _ = try await gate.demo.revokeAccessTokens(of: "alice")
            // git tells its helpers of the refusal, and does not try again itself.
            #expect(try await gate.shell("git -C notes fetch").status == 128)
            #expect(try await gate.token != refused)
            #expect(try await gate.shell("git -C notes fetch").status == 0)
        }
    }

    @Test func `kubectl gets an ID token by the lines of setup, and without a session the way to one`() async throws {
        try await Gate.run { gate in
            let cluster = """
                apiVersion: v1
                kind: Config
                current-context: gate
                contexts:
                - name: gate
                  context: {cluster: gate, user: session-console}
                clusters:
                - name: gate
                  cluster: {server: "\(gate.secure)", certificate-authority: "\(gate.certificate)"}

                """
            let user = try await gate.program.run("setup", "kubectl").text
            try gate.program.write(cluster + user, to: "kubeconfig")
            let pods = try await gate.shell("kubectl get pods", ["KUBECONFIG": "kubeconfig"])
            #expect(pods.status == 0 && pods.text.contains("orders"), "\(pods.errorText)")
            #expect(try gate.requests.contains { $0.hasPrefix("200 GET /api/v1/namespaces/default/pods") })
            #expect(try await gate.program.run("logout").status == 0)
            let none = try await gate.shell("kubectl get pods", ["KUBECONFIG": "kubeconfig"])
            #expect(none.status == 1 && none.errorText.contains("session-console login"), "\(none.errorText)")
        }
    }

    @Test func `curl and HTTPie read the files that a token is written to`() async throws {
        try await Gate.run { gate in
            let piped = try await gate.shell("eval \"$(session-console setup curl)\"")
            #expect(piped.text == #"{"path": "/"}"#, "\(piped.errorText)")
            for format in ["header", "netrc"] {
                try await #require(
                    gate.program.run("token", "--format", format, "--write", "\(gate.program.home)/\(format)").status
                        == 0)
            }
            // Both of the profile's APIs are on one host.
            #expect(try gate.program.text("netrc").split(separator: "\n").count == 1)
            let calls = [
                "curl -sS -H @header \(gate.plain)/a", "curl -sS --netrc-file netrc \(gate.plain)/b",
                "NETRC=netrc http --ignore-stdin --check-status GET \(gate.plain)/c",
            ]
            for call in calls {
                let answer = try await gate.shell(call)
                #expect(answer.status == 0 && answer.text.contains("\"path\""), "\(call): \(answer.errorText)")
            }
            #expect(
                try gate.requests == ["200 GET / bearer", "200 GET /a bearer", "200 GET /b basic", "200 GET /c basic"])
        }
    }

    @Test func `twenty programs that ask at once when the token has expired cause one refresh`() async throws {
        try await Gate.run { gate in
            await gate.demo.setLifetimes(access: .seconds(1))
            #expect(try await gate.program.run("refresh").status == 0)
            try await gate.awaitExpiry()
            await gate.demo.setLifetimes(access: .seconds(600))
            let before = await gate.demo.statistics.refreshes
            let question =
                "printf 'protocol=http\\nhost=\(gate.plain.dropFirst(7))\\n\\n' | session-console credential git get"
            let answers = try await gate.shell(
                "for each in $(seq 10); do (\(question) | grep ^password=) & "
                    + "(session-console token | sed s/^/password=/) & done; wait")
            #expect(answers.lines.count == 20 && Set(answers.lines).count == 1, "\(answers.errorText)")
            #expect(await gate.demo.statistics.refreshes == before + 1)
        }
    }

    /// Does what `setup git` prints.
    private func setUpGit(_ gate: Gate) async throws {
        let result = try await gate.shell("eval \"$(session-console setup git)\"")
        #expect(result.status == 0, "\(result.errorText)")
    }
}
