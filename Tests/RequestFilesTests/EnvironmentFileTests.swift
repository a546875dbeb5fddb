import FoundationEssentials
import Testing

@testable import RequestFiles

@Suite(.timeLimit(.minutes(5))) struct EnvironmentFileTests {
    private func environments(
        _ file: String? = nil, private own: String? = nil, settings: String? = nil
    ) throws -> RequestEnvironments {
        try RequestEnvironments(
            file.map { Array($0.utf8) }, private: own.map { Array($0.utf8) }, settings: settings.map { Array($0.utf8) })
    }

    @Test func `address 3: what speaks about the file is not an environment`() throws {
        let text =
            ##"{"$schema": "https://a.test/x.json", "$v": 1, "$shared": {"a": "1"}, "dev": {"$schema": "x", "##
            + ##""b": "2"}}"##
        let environments = try environments(text)
        #expect(environments.names == ["dev"])
        #expect(environments.variables(of: "dev")?["a"] == "1" && environments.variables(of: "dev")?["b"] == "2")
        #expect(throws: RequestEnvironments.Fault.self) { try self.environments(#"{"dev": 1}"#) }
        #expect(throws: RequestEnvironments.Fault.self) { try self.environments(#"["$schema"]"#) }
    }

    @Test func `address 3: the environments of VS Code's settings are read, below those of the other files`() throws {
        let settings = """
            {
              // of the editor
              "editor.tabSize": 4,
              "rest-client.environmentVariables": {
                "$shared": {"v": "1", "w": "shared"},
                "dev": {"host": "https://a.test", "port": 8080, "w": "dev"},
                "prod": {"host": "https://b.test"},
              },
            }
            """
        let only = try environments(settings: settings)
        #expect(only.names == ["dev", "prod"] && only.privateNames.isEmpty)
        #expect(only.variables(of: "dev") == ["v": "1", "host": "https://a.test", "port": "8080", "w": "dev"])
        #expect(only.variables(of: nil) == ["v": "1", "w": "shared"])
        let all = try environments(
            #"{"dev": {"host": "https://c.test"}}"#, private: #"{"prod": {"key": "k"}}"#, settings: settings)
        #expect(all.variables(of: "dev")?["host"] == "https://c.test" && all.variables(of: "dev")?["port"] == "8080")
        #expect(all.variables(of: "prod") == ["v": "1", "w": "shared", "host": "https://b.test", "key": "k"])
    }

    @Test func `address 3: settings without environments are no matter of this program`() throws {
        #expect(try environments(settings: "{ broken").names.isEmpty)
        #expect(try environments(settings: "// rest-client.environmentVariables\n{}").names.isEmpty)
        let fault = #expect(throws: RequestEnvironments.Fault.self) {
            try self.environments(settings: #"{"rest-client.environmentVariables": [1]}"#)
        }
        #expect(fault?.file == ".vscode/settings.json")
    }

    @Test(arguments: [
        ("HTTP/2 (Prior Knowledge)", ""), ("HTTP/1.1", ""), ("HTTP/2", ""), ("http/2 (prior knowledge)", ""),
        ("(Prior Knowledge)", " (Prior Knowledge)"), ("HTTP/x", " HTTP/x"),
    ])
    func `address 3: a version behind the URL is not a part of it`(version: String, rest: String) throws {
        #expect(try Reading.request("GET https://a.test/x \(version)").summary == "GET https://a.test/x\(rest)")
        let lines = try Reading.request("GET https://a.test\n  /x\n  ?y=1 \(version)\nA: 1")
        #expect(lines.summary == "GET https://a.test/x?y=1\(rest)" && lines.headers.count == 1)
    }

    @Test(arguments: ["a\nb", "a\rb", "a\u{0}", "a\u{7F}", "a\u{1B}[2J"])
    func `hole: a variable brings no control character into a field or URL`(value: String) throws {
        for text in ["GET https://a.test/\nX: {{v}}", "GET https://a.test/{{v}}", "GET /\nHost: {{v}}"] {
            let failure = try Reading.failure(text) { $0.given = ["v": value] }
            guard case .controlCharacter = failure.matter else { return #expect(Bool(false), "\(text): \(failure)") }
        }
    }

    @Test(arguments: [
        ("https://me:p@ss@a.test/x", "https://a.test/x"), ("https://me:p@s@s@a.test", "https://a.test"),
        ("--url https://me:p@ss@a.test/", "--url https://a.test/"), ("https://a.test/@x", nil),
        ("https://a.test?mail=a@b.test", nil),
    ])
    func `hole: no part of a password stays in a pasted URL`(words: String, safe: String?) throws {
        let line = try CurlCommand.withoutCredentials("curl \(words)")?.line
        #expect(line == safe.map { "curl \($0) -H 'Authorization: Basic {{user}} {{password}}'" })
    }
}
