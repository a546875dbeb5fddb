import FoundationEssentials
import JOSE
import SessionHTTP
import Testing

@testable import ClientObservation

/// Tools that clean an archive take the text of a secret out, and leave its name: that is no fault of the client.
@Suite(.timeLimit(.minutes(5)))
struct SanitizedArchiveTests {
    /// The life of a client, with the names whose values a tool takes out.
    private static func life(
        without names: Set<String>, authorization: String?? = nil,
        _ change: (inout Script) -> Void = { _ in }
    ) -> Script {
        var script = Script()
        change(&script)
        script.signIn(.tokens("A1", "R1", id: "alice"))
        script.call("A1", at: 2)
        script.refresh("R1", at: 3_500, .tokens("A2", "R2"))
        script.call("A2", at: 3_510)
        for index in script.messages.indices {
            script.messages[index].takeOut(names)
            if let authorization, script.messages[index].request.headers["Authorization"] != nil {
                script.messages[index].request.headers["Authorization"] = authorization
            }
        }
        return script
    }

    @Test(arguments: [
        ["code", "access_token", "refresh_token", "id_token", "state", "nonce", "code_challenge", "code_verifier"],
        ["code", "access_token", "refresh_token", "id_token"], ["access_token", "refresh_token", "id_token"],
        ["code_challenge", "code_verifier"], ["code", "code_verifier"],
        ["code", "state", "nonce", "code_challenge", "code_verifier", "refresh_token"],
    ])
    func `a right client stays right, whichever names are empty`(names: Set<String>) {
        for authorization: String?? in [.none, "", "Bearer", "Bearer ", .some(nil)] {
            let observer = Self.life(without: names, authorization: authorization).observed()
            #expect(
                observer.findings.filter { $0.weight != .note }.map(\.rule) == [],
                "\(String(describing: authorization))")
            let isOfTokens = !names.isDisjoint(with: ["access_token", "refresh_token", "code"])
            #expect(!isOfTokens || observer.names.contains("token-traffic-masked"))
            #expect(!isOfTokens || observer.couldNotDecide("spent-refresh-token-sent"))
        }
    }

    @Test(arguments: ["", "Basic", .some(nil)] as [String??])
    func `a client with a secret is not taken for a public one where the field that shows it was cleaned`(
        authorization: String??
    ) {
        var script = Self.life(without: ["code_verifier"], authorization: authorization) { $0.authentication = .basic }
        script.messages[0].remove("code_challenge", "code_challenge_method")
        script.messages[1].remove("code_verifier")
        let observer = script.observed()
        #expect(observer.errors == [])
        #expect(observer.sessionCount == 1)
    }

    @Test(arguments: [
        "[REDACTED]", "<removed>", "{{TOKEN}}", "${TOKEN}", "%TOKEN%", "__token__", "redacted", "REDACTED_TOKEN",
        "masked-by-proxy", "hidden", "***", "xxxxxxxx", "000000", "eyJh***", "abc•••xyz", "eyJhbGci…",
    ])
    func `what stands for any secret is one`(text: String) {
        #expect(MaskShape.isForeign(text))
    }

    @Test(arguments: [
        "eyJhbGciOiJub25lIn0.e30.", "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "R1", "redact0r-17", "ab", "Bearer",
    ])
    func `what a server may have drawn is no mask`(text: String) {
        #expect(!MaskShape.isForeign(text))
    }

    @Test func `one text for the access and the refresh token is neither, where no code came before`() {
        var script = Script()
        script.refresh("one text for all", at: 0, .tokens("one text for all", "one text for all"))
        script.call("one text for all", at: 2)
        script.refresh("one text for all", at: 3_500, .tokens("one text for all", "one text for all"))
        script.call("one text for all", at: 3_502)
        #expect(script.observed().errors == [])
    }

    @Test func `without its challenge and verifier it can't be said whether a code is protected`() {
        let observer = Self.life(without: ["code_challenge", "code_verifier", "state", "nonce"]).observed()
        #expect(observer.errors == [] && observer.names.contains("token-traffic-masked"))
        for rule in ["code-without-pkce", "verifier-does-not-fit"] {
            #expect(observer.couldNotDecide(rule), "\(rule)")
        }
        var refused = Self.life(without: ["code_challenge", "code_verifier"])
        refused.messages[0].redirect(to: "https://app.example/callback?error=invalid_request")
        #expect(refused.observed().errors.contains("code-without-pkce"))
    }

    @Test(arguments: [401, 200])
    func `a call with an empty field shows no cleaned archive, where that is whole elsewhere`(status: Int) {
        var script = Self.life(without: ["code_verifier"])
        script.messages[0].remove("code_challenge", "code_challenge_method", "state", "nonce")
        script.messages[2].request.headers["Authorization"] = ""
        script.messages[2].answer(status, "{}")
        let observer = script.observed()
        #expect(observer.errors == ["authorization-request-unprotected", "code-without-pkce"])
        #expect(!observer.names.contains("token-traffic-masked"))
    }

    @Test func `an empty value among others that are whole is the client's own`() {
        var script = Self.life(without: ["code_verifier"])
        #expect(script.observed().errors == ["code-without-pkce"])
        script = Self.life(without: ["refresh_token"])
        script.messages[1].outcome = Self.life(without: []).messages[1].outcome
        script.messages[3].answer(400, "{\"error\":\"invalid_request\"}")
        #expect(script.observed().errors.contains("grant-without-its-parameter"))
    }
}

extension ObservedMessage {
    /// Empties the values of those names.
    fileprivate mutating func takeOut(_ names: Set<String>) {
        change { items in
            items.map { names.contains($0.name) ? .init(name: $0.name, value: "") : $0 }
        }
        guard case .answered(var answer) = outcome else { return }
        if var object = (try? JSONValue(parsing: answer.body))?.object {
            for name in names where object[name] != nil { object[name] = "" }
            answer.body = Array(JSONValue.object(object).serialized().utf8)
        }
        if let location = answer.headers["Location"], let mark = location.firstIndex(of: "?") {
            let query = FormParameters(decoding: location[location.index(after: mark)...])
            let emptied = query.items.map {
                names.contains($0.name) ? FormParameters.Item(name: $0.name, value: "") : $0
            }
            answer.headers["Location"] = location[...mark] + FormParameters(emptied).query
        }
        outcome = .answered(answer)
    }

    fileprivate mutating func remove(_ names: String...) {
        change { items in items.filter { !names.contains($0.name) } }
    }

    fileprivate mutating func redirect(to place: String) {
        outcome = .answered(ObservedAnswer(status: 302, headers: ["Location": place]))
    }

    fileprivate mutating func answer(_ status: Int, _ body: String) {
        outcome = .answered(ObservedAnswer(status: status, body: Array(body.utf8)))
    }

    private mutating func change(_ body: ([FormParameters.Item]) -> [FormParameters.Item]) {
        request.url.change(body)
        guard request.headers["Content-Type"] == "application/x-www-form-urlencoded" else { return }
        let form = FormParameters(body(FormParameters(decoding: request.body).items))
        request.body = Array(form.encoded.utf8)
    }
}

extension URL {
    fileprivate mutating func change(_ body: ([FormParameters.Item]) -> [FormParameters.Item]) {
        guard let query = query(percentEncoded: true),
            var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
        else { return }
        parts.percentEncodedQuery = FormParameters(body(FormParameters(decoding: query).items)).query
        self = parts.url ?? self
    }
}
