import RequestFiles
import Testing

@Suite(.timeLimit(.minutes(5))) struct FilledSecretTests {
    private func secrets(_ text: String, _ scope: VariableScope) throws -> [String] {
        var scope = scope
        scope.isNameOfSecret = { $0.contains("secret") }
        let file = try RequestFile(Array(text.utf8))
        return try file.resolve(try #require(file.requests.first), in: scope).secrets
    }

    @Test func `address 4: what secret variables were filled in with is named, wherever they are defined`() throws {
        var scope = VariableScope()
        scope.given = ["given.secret": "given-1", "plain": "plain-1", "secret.url": "https://id.test/x"]
        scope.environment = ["env_secret": "env-{{plain}}", "other": "other-1", "unused_secret": "unused-1"]
        scope.dotEnv = ["dot_secret": "dot-1"]
        (scope.allowedVariables, scope.processEnvironment) = (["MY_secret"], ["MY_secret": "process-1"])
        let found = try secrets(
            """
            @file_secret = {{plain}}-of-the-file
            POST https://api.test/{{given.secret}}/{{other}}?u={{secret.url}}&v={{%env_secret}}
            X-One: {{file_secret}}
            X-Two: {{$dotenv dot_secret}}

            {"three": "{{$processEnv MY_secret}}", "empty": "{{plain}}"}
            """, scope)
        #expect(found == ["dot-1", "env-plain-1", "given-1", "plain-1-of-the-file", "process-1"])
    }

    @Test func `address 4: so are all values of the private environment that are long enough and no URLs`() throws {
        let environments = try RequestEnvironments(
            Array(#"{"dev": {"host": "api.example", "shown": "a-value-of-all"}}"#.utf8),
            private: Array(
                #"{"dev": {"user": "alice-4711", "base": "https://private.test", "n": 1234567, "long": "{{user}}-x"}}"#
                    .utf8))
        var scope = VariableScope()
        scope.environment = try #require(environments.variables(of: "dev"))
        scope.privateValues = environments.privateValues
        let found = try secrets("GET {{base}}/{{host}}/{{shown}}/{{user}}/{{n}}/{{long}}", scope)
        #expect(found == ["alice-4711", "alice-4711-x"])
    }
}
