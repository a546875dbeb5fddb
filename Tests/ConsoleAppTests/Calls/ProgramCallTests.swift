import RequestFiles
import SessionCore
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ProgramCallTests {
    @Test func `truth 4: a call names the profile unless it is the default one`() {
        #expect(ProgramCall(profile: "default")("login") == "session-console login")
        #expect(ProgramCall(profile: "h")("logout", "--force") == "session-console logout --force --profile h")
        #expect(
            ProgramCall(options: ["--issuer", "https://id.example/a b", "--client-id", "o'c"])("token")
                == "session-console token --issuer 'https://id.example/a b' --client-id 'o'\\''c'")
    }

    @Test(arguments: ["", "a b", "$(id)", "`id`", "a;b", "a'b", "\"", "\n", "ü", "~", "*"])
    func `truth 4: what a shell would read otherwise is quoted`(word: String) {
        #expect(word.shellWord.hasPrefix("'") && word.shellWord.hasSuffix("'"))
    }

    @Test func `truth 4: a copied line asks for the token of the very profile`() {
        var draft = RequestDraft()
        draft.target = "/orders"
        #expect(
            draft.curlCommand(url: "https://api.example/orders", tokenCommand: ProgramCall(profile: "h")("token"))
                == "curl -H \"Authorization: Bearer $(session-console token --profile h)\" https://api.example/orders")
        #expect(
            draft.curlCommand(url: "https://api.example/orders", tokenCommand: nil)
                == "curl https://api.example/orders")
        #expect(
            draft.curlCommand(
                url: "https://api.example/orders", tokenCommand: nil, options: ["--cacert", "/a b/ca.pem"])
                == "curl --cacert '/a b/ca.pem' https://api.example/orders")
    }

    @Test func `truth 4: a session that no other process has is copied without the token, and that is said`() {
        var model = Console.signedIn().model
        guard case .tool(.copy(let text, let name))? = model.copy(.curl).first else {
            Issue.record("nothing was copied")
            return
        }
        #expect(!text.contains("Authorization"))
        #expect(name == "the curl command without its token (only this program has it)")
        model.scene.context.tokenCommand = ProgramCall(profile: "h")("token")
        guard case .tool(.copy(let line, "the curl command"))? = model.copy(.curl).first else {
            Issue.record("nothing was copied")
            return
        }
        #expect(line.contains("$(session-console token --profile h)"))
    }
}
