import ConsoleApp
import FoundationEssentials
import JOSE
import RequestFiles
import SessionCore
import TerminalUI

extension Model {
    static let start = Date(timeIntervalSince1970: 1_795_262_671.5)
    private static let api = "http://127.0.0.1:41874"

    /// A console in which much has happened: three tokens, 200 requests, and as many messages as the flow keeps.
    static func ofBench(size: Size) -> Model {
        var model = Model(
            context: ConsoleContext(
                profile: "demo", issuer: "http://127.0.0.1:41873", api: URL(string: api),
                firstTarget: "/orders?limit=3"),
            now: start, secondsFromUTC: 0)
        _ = update(&model, .terminal(.resized(size)))
        for number in 1...3 { model.issue(number) }
        for number in 4...203 {
            var facts = RequestFacts(id: number, method: "GET", url: "\(api)/orders?limit=3")
            facts.status = number.isMultiple(of: 3) ? 200 : 404
            facts.duration = .microseconds(12_100)
            model.observe(.requestFinished(facts), number: number)
        }
        for number in 204...5_203 { model.observe(.exchange(HTTPExchange.ofBench(number)), number: number) }
        model.receiveOrders()
        if let file = try? RequestFile(Array(requests.utf8)) {
            let file = RequestLibrary.File(path: "orders.http", folder: "", contents: .success(file))
            _ = update(&model, .requests(.libraryRead(RequestLibrary(root: ".", files: [file]))))
        }
        return model
    }

    mutating func observe(_ kind: SessionEvent.Kind, number: Int) {
        let event = SessionEvent(sequence: number, time: Self.start, generation: 2, cause: nil, kind: kind)
        _ = update(&self, .happened(.event(event)))
    }

    /// Lets the session have the nth tokens of a sign-in and two refreshes.
    private mutating func issue(_ number: Int) {
        let claims =
            #"{"iss":"http://127.0.0.1:41873","sub":"248289761001","aud":"\#(Self.api)","client_id":"session-console","#
            + #""scope":"openid orders","iat":1795262658,"exp":1795262718,"jti":"\#(number)"}"#
        let parts = [#"{"alg":"ES256","kid":"3f2a"}"#, claims, "signature"].map { Base64URL.encode($0.utf8) }
        let (access, refresh) = (Secret(parts.joined(separator: ".")), Secret("refresh"))
        let tokens = SessionTokens(
            access: Self.tokenStatus(access, lifetime: 47), refresh: Self.tokenStatus(refresh, lifetime: 552),
            idToken: nil, scope: nil)
        observe(
            number == 1
                ? .signedIn(flow: "device code", tokens)
                : .refreshed(tokens, replacedAccess: nil, replacedRefresh: nil),
            number: number)
        var status = SessionStatus()
        status.state = .authenticated(.signedIn(flow: "device code"))
        status.generation = 2
        (status.accessToken, status.refreshToken) = (tokens.access, tokens.refresh)
        status.scope = ["openid", "profile", "email", "offline_access", "orders"]
        status.userInfo = UserInfo(
            subject: "248289761001",
            claims: [
                .init(name: "sub", value: "248289761001"), .init(name: "name", value: "Alice Example"),
                .init(name: "email", value: "alice@example.com"),
            ])
        _ = update(&self, .happened(.status(status)))
        let reading = TokenReading(access: access, refresh: refresh, idToken: nil, status: status)
        _ = update(&self, .happened(.tokens(reading)))
    }

    private static func tokenStatus(_ token: Secret, lifetime: TimeInterval) -> TokenStatus {
        TokenStatus(
            fingerprint: token.fingerprint, obtainedAt: start,
            expiry: .at(start.addingTimeInterval(lifetime), .expiresIn))
    }

    /// Sends the request of the request panel, and answers it.
    private mutating func receiveOrders() {
        let body =
            "{\"orders\":["
            + (0..<100).map { "{\"id\":\($0),\"item\":\"Coffee\",\"total\":12.50}" }.joined(separator: ",") + "]}"
        for effect in update(&self, .terminal(.keyPressed(.character("r")))) {
            guard case .call(.send(let calls, _, _)) = effect else { continue }
            let response = HTTPResponse(
                status: 200, headers: ["Content-Type": "application/json"], body: Array(body.utf8),
                url: URL(filePath: "/"), version: "1.1",
                timings: HTTPTimings(
                    nameLookup: .zero, connect: .zero, tls: .zero, firstByte: .milliseconds(11),
                    total: .milliseconds(12)),
                connection: nil)
            let facts = RequestFacts(id: 1, method: "GET", url: "\(Self.api)/orders?limit=3")
            let answer = AuthorizedResponse(response: response, facts: facts, verdict: .accepted)
            for call in calls { _ = update(&self, .happened(.answered(call, .success(answer)))) }
        }
    }

    private static let requests =
        "@api = \(api)\n\n"
        + (1...40).map { number in
            """
            ### order \(number)
            POST {{api}}/orders?number=\(number)
            Content-Type: application/json
            Authorization: Bearer {{token}}

            {"item": "Coffee", "number": \(number)}

            """
        }.joined(separator: "\n")
}

extension HTTPExchange {
    static func ofBench(_ number: Int) -> HTTPExchange {
        HTTPExchange(
            id: number, purpose: .request, request: nil, method: "GET",
            url: "http://127.0.0.1:41874/orders?limit=\(number)", requestHeaders: ["Accept": "application/json"],
            requestBody: nil, sentAt: Model.start, duration: .milliseconds(12),
            outcome: .answered(
                .init(
                    status: 200, headers: ["Content-Type": "application/json"], body: nil, bodySize: 200,
                    version: "1.1", timings: nil, connection: nil, redirects: [])))
    }
}
