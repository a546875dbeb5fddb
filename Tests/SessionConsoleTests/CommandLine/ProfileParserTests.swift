import FoundationEssentials
import TestSupport
import Testing

@testable import session_console

@Suite(.serialized, .timeLimit(.minutes(5))) struct ProfileParserTests {
    private func parse(_ text: String) throws(ProfileError) -> Profile {
        try ProfileParser.parse(Data(text.utf8), name: "work", file: "work.json")
    }

    @Test func `comments, bare keys and trailing commas are fine`() throws {
        let profile = try parse(
            """
            {
              // the company's provider
              issuer: "https://id.example.com",
              "client_id": "cli",
              api: ["https://api.example.com", "https://files.example.com"],
              scope: ["openid", "email"],
              allow_http: false,
              authorization_parameters: { acr_values: "mfa" },
            }
            """)
        #expect(profile.values[.issuer] == ["https://id.example.com"])
        #expect(profile.values[.api] == ["https://api.example.com", "https://files.example.com"])
        #expect(profile.values[.scope] == ["openid email"])
        #expect(profile.values[.allowHTTP] == nil)
        #expect(profile.values[.authorizationParameter] == ["acr_values=mfa"])
    }

    @Test func `a profile survives being written and read`() throws {
        var profile = Profile(name: "work")
        profile.values = [
            .issuer: ["https://id.example.com"], .allowHTTP: [""], .api: ["https://a.example", "https://b.example"],
        ]
        profile.values[.endpoint] = ["token_endpoint=https://id.example.com/t?a=b"]
        profile.values[.authorizationParameter] = ["max_age=60", "ui_locales=de"]
        profile.values[.trustedAudience] = ["api"]
        #expect(try parse(profile.text) == profile)
    }

    @Test func `an unknown key is named with its line`() {
        #expect(
            throws: ProfileError.malformed(file: "work.json", line: 3, key: "isuer", reason: "unknown key")
        ) {
            try parse("{\n  \"client_id\": \"cli\",\n  \"isuer\": \"https://id.example.com\"\n}")
        }
    }

    @Test func `a value of the wrong kind is named with its line`() throws {
        let error = try #require(throws: ProfileError.self) { try parse("{\n  client_id: 'cli',\n  issuer: true\n}") }
        #expect(error == .malformed(file: "work.json", line: 3, key: "issuer", reason: "must be a string"))
    }

    @Test(arguments: [
        ("{\n  issuer: 'https://id.example.com'\n  client_id: 'cli'\n}", 3, nil, "expected ',' or '}'"),
        ("{\n  issuer: 'https://id.example.com,\n}", 2, "issuer", "control character 10 in a string"),
        ("{\n  client_id: 'a',\n  // again\n  client_id: 'b',\n}", 4, nil, "the name \"client_id\" is repeated"),
        ("{\n  api: ['https://a.example', 7],\n}", 2, "api", "must be a string or a list of strings"),
        ("{\n  allow_http: 'yes',\n}", 2, "allow_http", "must be true or false"),
        ("{\n  endpoints: {\n    token_endpoint: [],\n  },\n}", 3, "endpoints.token_endpoint", "must be a string"),
        ("{\n\n  authorization_parameters: 'mfa' }", 3, "authorization_parameters", "must be an object of strings"),
        ("// nothing\n", 2, nil, "the text ends, expected a value"),
        ("['issuer']", 1, nil, "must be a JSON object"),
        ("{} {}", 1, nil, "more text after the value"),
    ])
    func `a fault is told with its line, its key and what is wrong`(
        text: String, line: Int, key: String?, reason: String
    ) {
        #expect(throws: ProfileError.malformed(file: "work.json", line: line, key: key, reason: reason)) {
            try parse(text)
        }
    }

    @Test func `a bare number is taken as its text`() throws {
        #expect(try parse("{ timeout: 30 }").values[.timeout] == ["30"])
    }

    @Test(arguments: ["", ".hidden", "../up", "a/b", "-x", "name with space", "é"])
    func `names that leave the folder or hide in it are refused`(name: String) {
        #expect(!ProfileFolder.isName(name))
    }
}
