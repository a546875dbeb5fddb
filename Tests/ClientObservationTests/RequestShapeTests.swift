import JOSE
import SessionHTTP
import Testing

@testable import ClientObservation

/// A token request is known by what it has, in whichever encoding and wherever it goes.
@Suite(.timeLimit(.minutes(5)))
struct RequestShapeTests {
    /// A request that sends the refresh token R1.
    struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var method = "POST"
        var url = "https://id.example/token"
        var fields: HTTPHeaders = [:]
        var body = ""
        var isInURL = false

        init(_ name: String) { testDescription = name }

        func with(_ change: (inout Shape) -> Void) -> Shape {
            var shape = self
            change(&shape)
            return shape
        }
    }

    private static let token = Script.secret("R1")
    private static let form = "grant_type=refresh_token&refresh_token=\(token)&client_id=app"
    private static let json = "{\"grant_type\":\"refresh_token\",\"client_id\":\"app\",\"refresh_token\":\"\(token)\"}"

    static let refreshes: [Shape] = [
        Shape("a form").with {
            ($0.fields, $0.body) = (["Content-Type": "application/x-www-form-urlencoded"], form)
        },
        Shape("a form whose type has a charset").with {
            ($0.fields, $0.body) = (["Content-Type": "application/x-www-form-urlencoded; charset=utf-8"], form)
        },
        Shape("a form whose type is written with a space and in capitals").with {
            ($0.fields, $0.body) = (["content-type": "Application/X-WWW-Form-Urlencoded ;charset=UTF-8"], form)
        },
        Shape("a form without a type").with { $0.body = form },
        Shape("a form that is called text").with { ($0.fields, $0.body) = (["Content-Type": "text/plain"], form) },
        Shape("JSON").with { ($0.fields, $0.body) = (["Content-Type": "application/json"], json) },
        Shape("JSON with a charset").with {
            ($0.fields, $0.body) = (["Content-Type": "application/json; charset=utf-8"], json)
        },
        Shape("JSON without a type").with { $0.body = json },
        Shape("JSON whose names are written as one word").with {
            $0.body = "{\"grantType\":\"refresh_token\",\"clientId\":\"app\",\"refreshToken\":\"\(token)\"}"
        },
        Shape("JSON at a path that says nothing").with { ($0.url, $0.body) = ("https://id.example/v1/x", json) },
        Shape("the grant in the query, the token in JSON").with {
            $0.url = "https://id.example/auth/v1/token?grant_type=refresh_token"
            $0.body = "{\"refresh_token\":\"\(token)\"}"
        },
        Shape("JSON whose parameters stand a level down").with {
            $0.url = "https://id.example/"
            $0.body = """
                {"AuthFlow":"REFRESH_TOKEN_AUTH","ClientId":"app","AuthParameters":{"REFRESH_TOKEN":"\(token)"}}
                """
        },
        Shape("a client that is called a key").with {
            ($0.url, $0.body) = ("https://id.example/v2/oauth/token/", form.replacing("client_id", with: "client_key"))
        },
        Shape("all in the query").with { ($0.url, $0.isInURL) = ("https://id.example/token?\(form)", true) },
        Shape("GET").with {
            ($0.method, $0.url, $0.isInURL) = ("GET", "https://id.example/oauth/access_token?\(form)", true)
        },
        Shape("no grant, where the endpoint knows only one").with {
            $0.url = "https://id.example/login/oauth/access_token"
            $0.body = "{\"client_id\":\"app\",\"client_secret\":\"\",\"refresh_token\":\"\(token)\"}"
        },
        Shape("no grant, with Basic").with {
            ($0.url, $0.fields) = ("https://id.example/o/token/", Script.basic("app", ""))
            $0.fields["Content-Type"] = "application/x-www-form-urlencoded"
            $0.body = "refresh_token=\(token)"
        },
    ]

    @Test(arguments: refreshes)
    func `a refresh is one in every encoding`(shape: Shape) throws {
        var script = Script()
        script.signIn()
        for (second, status) in [(3_500.0, 200), (3_500.02, 400)] {
            script.exchange(
                shape.method, shape.url, shape.fields, body: shape.body, at: second, status,
                answer: status == 200 ? Script.json("A2", "R2") : "{\"error\":\"invalid_grant\"}")
        }
        script.call("A2", at: 3_510)
        let observer = script.observed()
        #expect(observer.errors.contains("token-in-url") == shape.isInURL)
        #expect(observer.errors.subtracting(["token-in-url"]) == ["refresh-token-sent-twice-at-once"])
        #expect(observer.sessionCount == 1 && observer.number(of: .refreshes) == 1)
        #expect(observer.number(of: .tokenRequests) == 3)
    }

    @Test(arguments: [
        // GitHub, Slack and Facebook, which know one grant.
        ("POST", "/login/oauth/access_token", "client_id=app&client_secret=s&code=CODE&redirect_uri=REDIRECT"),
        ("POST", "/api/oauth.v2.access", "client_id=app&client_secret=s&code=CODE&redirect_uri=REDIRECT"),
        ("GET", "/v19.0/oauth/access_token?client_id=app&client_secret=s&code=CODE&redirect_uri=REDIRECT", ""),
        // TikTok and WeChat.
        ("POST", "/v2/oauth/token/", "grant_type=authorization_code&client_key=app&code=CODE&redirect_uri=REDIRECT"),
        ("GET", "/sns/oauth2/access_token?appid=app&secret=s&code=CODE&grant_type=authorization_code", ""),
        ("POST", "/o/token/", "grant_type=authorization_code&client_id=app&code=CODE&redirect_uri=REDIRECT"),
        ("POST", "/auth/v1/token?grant_type=pkce", "{\"auth_code\":\"CODE\",\"client_id\":\"app\"}"),
        ("POST", "/services/oauth2/token?grant_type=authorization_code&code=CODE&client_id=app", ""),
        // oidc-agent.
        (
            "POST", "/token",
            "grant_type=authorization_code&client_id=app&code=CODE&redirect_uri=REDIRECT&response_type=code"
        ),
    ])
    func `a code is redeemed in every shape, and finds its sign-in`(method: String, target: String, body: String) {
        func filled(_ text: String) -> String {
            text.replacing("CODE", with: Script.secret("C1")).replacing("REDIRECT", with: "http://127.0.0.1:9/cb")
        }
        var script = Script()
        script.authorize(verifier: nil)
        script.exchange(
            method, "https://id.example\(filled(target))", body: filled(body.hasPrefix("{") ? body : ""), at: 1,
            answer: Script.json("A1", "R1"))
        if !body.isEmpty, !body.hasPrefix("{") {
            script.messages.removeLast()
            script.exchange(
                method, "https://id.example\(target)", ["Content-Type": "application/x-www-form-urlencoded"],
                body: filled(body), at: 1, answer: Script.json("A1", "R1"))
        }
        let observer = script.observed()
        #expect(observer.number(of: .signIns) == 1 && observer.sessionCount == 1)
        // Without a verifier it can only be the sign-in that has the same client and redirect URI, or the code's way.
        #expect(!observer.couldNotDecide("redirect-uri-differs"))
    }

    @Test(arguments: [
        // An app's own interfaces.
        ("POST", "https://api.example/session/renew", "{\"refresh_token\":\"T\"}"),
        ("POST", "https://api.example/oauth/grants", "{\"grant_type\":\"all\",\"name\":\"x\"}"),
        ("GET", "https://api.example/products?code=SE-17", ""),
        ("GET", "https://api.example/grants?grant_type=of+land", ""),
        ("POST", "https://api.example/devices", "{\"client_name\":\"x\",\"code\":\"17\"}"),
        ("OPTIONS", "https://id.example/token", ""),
    ])
    func `what only looks like it is a call`(method: String, url: String, body: String) {
        var script = Script()
        script.signIn()
        script.exchange(method, url, ["Content-Type": "application/json"], body: body, at: 10)
        let observer = script.observed()
        guard case .call = observer.message(3)?.kind else {
            Issue.record("\(String(describing: observer.message(3)?.kind))")
            return
        }
        #expect(observer.errors.isEmpty && observer.sessions.count == 1)
    }

    @Test func `an authorization request may name a grant`() {
        var script = Script()
        script.authorize(["grant_type": "authorization_code"])
        script.redeem()
        let observer = script.observed()
        #expect(observer.errors == [] && observer.number(of: .tokenRequests) == 1)
        #expect(!observer.couldNotDecide("redirect-uri-differs"))
    }

    @Test func `a grant of the provider's own is one at a token endpoint, wherever it stands`() {
        for (target, body) in [
            ("/oauth/token?grant_type=account_credentials&account_id=7", ""),
            ("/oauth/token", "{\"grant_type\":\"account_credentials\",\"account_id\":7}"),
        ] {
            var script = Script()
            script.exchange(
                "POST", "https://id.example\(target)", Script.basic("app", "s"), body: body, at: 1,
                answer: Script.json("A1"))
            script.call("A1", at: 2)
            #expect(script.observed().sessions.map(\.client) == ["app"])
        }
    }

    @Test func `a device is one by the names that Entra's first version has`() {
        var script = Script()
        script.send(
            "POST", "https://id.example/oauth2/devicecode", form: ["client_id": "app"], at: 0,
            .json(["device_code": .string(Script.secret("D1")), "user_code": "AB", "interval": "5"]))
        for second in [1.0, 2] {
            script.tokenRequest(
                ["grant_type": "device_code", "code": Script.secret("D1")], at: second,
                .error(400, "authorization_pending"))
        }
        #expect(script.observed().names == ["device-polls-too-fast"])
    }

    @Test func `a client whose secret is called one is no public client`() {
        var script = Script()
        let query = "appid=app&secret=s&code=\(Script.secret("C1"))&grant_type=authorization_code"
        script.exchange("GET", "https://id.example/sns/oauth2/access_token?\(query)", at: 1, answer: Script.json("A1"))
        #expect(script.observed().errors == ["client-secret-in-url"])
    }

    @Test(arguments: [
        "Authorization: token T", "Authorization: OAuth T", "X-Shopify-Access-Token: T", "x-amz-sso_bearer_token: T",
    ])
    func `a token that was handed out counts by any scheme, and in a field of the API's own`(field: String) {
        for isIssued in [true, false] {
            var script = Script()
            script.signIn()
            let parts = field.split(separator: ": ").map(String.init)
            let value = parts[1].replacing("T", with: Script.secret(isIssued ? "A1" : "X"))
            for second in 10..<14 {
                script.send("GET", "\(script.api)/items", [parts[0]: value], at: Double(second), Script.unauthorized)
            }
            let errors = script.observed().errors
            #expect(errors == (isIssued ? ["rejected-token-sent-again"] : []))
        }
    }

    @Test(arguments: ["bearer", "BEARER", "Bearer "])
    func `a scheme's name has no case`(scheme: String) {
        var script = Script()
        script.signIn()
        script.send("GET", "\(script.api)/items", ["authorization": "\(scheme) \(Script.secret("A1"))"], at: 10)
        #expect(script.observed().message(3)?.presented == SecretID(of: Script.secret("A1")))
    }

    @Test(arguments: ["basic", "Basic"])
    func `a client with an empty secret is a public one`(scheme: String) {
        var script = Script()
        script.authorize(verifier: nil)
        let fields: HTTPHeaders = ["Authorization": "\(scheme) \(Base64.encode(Array("app:".utf8)))"]
        script.send(
            "POST", "\(script.provider)/token", fields,
            form: ["grant_type": "authorization_code", "code": Script.secret("C1"), "client_secret": ""], at: 1,
            .tokens("A1", "R1"))
        let observer = script.observed()
        #expect(observer.errors == ["code-without-pkce"])
        #expect(observer.sessions.first?.client == "app")
    }

    @Test(arguments: ["wss://api.example/hub", "WSS://API.example:443/hub", "ws://api.example/hub"])
    func `the URL of a WebSocket is read as that of a request`(url: String) {
        var script = Script()
        script.signIn()
        script.exchange("GET", "\(url)?access_token=\(Script.secret("A1"))", at: 10, 101)
        let observer = script.observed()
        #expect(observer.errors == ["token-in-url"])
        #expect(observer.message(3)?.origin.scheme == (url.lowercased().hasPrefix("wss") ? "https" : "http"))
    }

    @Test(arguments: [
        "https://id.example/device/code", "https://id.example/login/device/code",
        "https://id.example/oauth2/v2.0/devicecode", "https://id.example/device_authorization",
        "https://id.example/oauth/authorize_device",
    ])
    func `a device sign-in begins by the path's words`(url: String) {
        for isPending in [true, false] {
            var script = Script()
            script.send(
                "POST", url, form: ["client_id": "app", "scope": "repo"], at: 0,
                .json(["device_code": .string(Script.secret("D1")), "user_code": "AB", "interval": 5]))
            script.poll(at: 5.2, .error(isPending ? 200 : 400, "slow_down"))
            script.poll(at: 10.4, .error(isPending ? 200 : 400, "authorization_pending"))
            script.poll(at: 20.6, .tokens("A1", "R1"))
            let observer = script.observed()
            #expect(observer.names == ["device-polls-too-fast"])
            #expect(observer.sessions.count == 1 && observer.number(of: .signIns) == 1)
        }
    }

    @Test func `a refresh token in the body of a call is found, in a form and in JSON`() {
        for (type, body) in [
            ("application/x-www-form-urlencoded", "refresh_token=\(Script.secret("R1"))"),
            ("application/json", "{\"refresh_token\":\"\(Script.secret("R1"))\"}"),
            ("application/vnd.api+json", "{\"refreshToken\":\"\(Script.secret("R1"))\"}"),
        ] {
            var script = Script()
            script.signIn()
            script.exchange("POST", "\(script.api)/link", ["Content-Type": type], body: body, at: 10)
            #expect(script.observed().errors == ["refresh-token-outside-token-endpoint"])
        }
    }

    @Test func `a revocation is read whatever its form's type has beside it`() {
        var script = Script()
        script.signIn()
        script.exchange(
            "POST", "https://id.example/revoke", ["Content-Type": "application/x-www-form-urlencoded; charset=UTF-8"],
            body: "token=\(Self.token)&client_id=app", at: 10, 200, answer: "")
        #expect(script.observed().sessions.map(\.state) == [.revoked])
    }

    @Test func `a provider's logout takes the refresh token, and revokes it`() {
        var script = Script()
        script.signIn()
        script.send(
            "POST", "\(script.provider)/protocol/openid-connect/logout",
            form: ["client_id": "app", "refresh_token": Script.secret("R1")], at: 10, .status(204))
        var observer = script.observed()
        #expect(observer.names == [] && observer.sessions.first?.state == .signedOut)
        script.call("A1", at: 20)
        observer = script.observed()
        #expect(observer.names == ["token-used-after-sign-out"])
    }

    @Test func `a token that was not seen being issued is not shown in a path`() {
        var script = Script()
        let token = Script.idToken("X", subject: "alice")
        script.call(nil, at: 1, path: "/share/\(token)/file")
        #expect(script.observed().message(1)?.path.contains(token.suffix(8)) == false)
        #expect(script.observed().message(1)?.path.hasPrefix("/share/") == true)
    }
}
