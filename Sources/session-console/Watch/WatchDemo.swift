import Addresses
import ClientObservation
import FoundationEssentials
import JOSE
import SessionCore

/// A recorded client that is wrong: two processes spend one refresh token, the provider ends its family, and the client
/// throws a good token away and goes on without one.
///
/// Its tokens are made up, and open nothing.
enum WatchDemo {
    static let name = "watch-demo"

    private static let provider = "https://id.example.com"
    private static let api = "https://api.example.com"
    private static let first = Caller(name: "agent", process: 4111)
    private static let second = Caller(name: "agent", process: 4127)
    /// 2026-11-25 14:00:00 UTC.
    private static let start = Date(timeIntervalSince1970: 1_795_615_200)

    static let messages: [ObservedMessage] = [
        metadata, signIn,
        call(first, at: 3_400, "access-0", 200), call(second, at: 61_020, "access-0", 200),
        refresh(first, at: 118_250, taking: 96, "51E8", tokens(access: "access-1", refresh: "A3F1")),
        call(first, at: 118_410, "access-1", 200), call(second, at: 125_300, "access-1", 200),
        // Both processes find the access token about to end, and neither waits for the other.
        refresh(first, at: 131_000, taking: 310, "A3F1", tokens(access: "access-2", refresh: "9C02")),
        refresh(
            second, at: 131_140, taking: 212, "A3F1",
            answer(400, #"{"error":"invalid_grant","error_description":"refresh token was used before"}"#)),
        // The answer with 9C02 is dropped, because the other process has cleared the store that they share.
        call(second, at: 132_020, nil, 401), call(first, at: 132_480, nil, 401), call(second, at: 134_050, nil, 401),
        authorization, newSignIn, call(second, at: 171_900, "access-3", 200),
    ].compactMap(\.self)

    private static let metadata = message(
        first, "GET", "\(provider)/.well-known/openid-configuration", at: 1_010, taking: 41,
        answer(
            200,
            """
            {"issuer":"\(provider)","authorization_endpoint":"\(provider)/authorize",\
            "token_endpoint":"\(provider)/token","jwks_uri":"\(provider)/keys",\
            "code_challenge_methods_supported":["S256"]}
            """))

    private static let signIn = token(
        first, at: 3_050, taking: 120,
        "grant_type=authorization_code&code=demo-code-1&redirect_uri=http%3A%2F%2F127.0.0.1%3A7777%2Fcallback"
            + "&code_verifier=demo-verifier-1-demo-verifier-1-demo-verifier-1",
        tokens(access: "access-0", refresh: "51E8", signsIn: true))

    private static let authorization = message(
        second, "GET",
        "\(provider)/authorize?response_type=code&client_id=agent&scope=openid%20orders&state=demo-state-2"
            + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A7778%2Fcallback"
            + "&code_challenge=kODdcw5OwSJQP-xEbXwSlMTRYboQmCRpEHDnePqSYbk&code_challenge_method=S256",
        at: 134_300, taking: 35, answer(200, "<title>Sign in</title>", type: "text/html"))

    private static let newSignIn = token(
        second, at: 171_600, taking: 131,
        "grant_type=authorization_code&code=demo-code-2&redirect_uri=http%3A%2F%2F127.0.0.1%3A7778%2Fcallback"
            + "&code_verifier=demo-verifier-2-demo-verifier-2-demo-verifier-2",
        tokens(access: "access-3", refresh: "77D0", signsIn: true))

    // MARK: - Kinds of messages

    private static func call(_ caller: Caller, at begin: Int, _ token: String?, _ status: Int) -> ObservedMessage? {
        let body = status == 200 ? #"{"orders":[]}"# : #"{"error":"a token is required"}"#
        let challenge: HTTPHeaders = status == 401 ? ["WWW-Authenticate": #"Bearer realm="orders""#] : [:]
        return message(
            caller, "GET", "\(api)/orders", at: begin, taking: 24 + begin % 17,
            authorization: token.map { "Bearer demo-token-\($0)" }, answer(status, body, challenge))
    }

    private static func refresh(
        _ caller: Caller, at begin: Int, taking duration: Int, _ token: String, _ answer: ObservedAnswer
    ) -> ObservedMessage? {
        Self.token(
            caller, at: begin, taking: duration, "grant_type=refresh_token&refresh_token=\(refreshToken(token))", answer
        )
    }

    private static func token(
        _ caller: Caller, at begin: Int, taking duration: Int, _ form: String, _ answer: ObservedAnswer
    ) -> ObservedMessage? {
        message(
            caller, "POST", "\(provider)/token", at: begin, taking: duration, form: "\(form)&client_id=agent", answer)
    }

    /// Times are in milliseconds, the beginning's from the start of the story.
    static func message(
        _ caller: Caller, _ method: String, _ url: String, at begin: Int, taking duration: Int, form: String? = nil,
        authorization: String? = nil, _ answer: ObservedAnswer
    ) -> ObservedMessage? {
        guard let url = URL(given: url) else { return nil }
        let moment = { (milliseconds: Int) in start.addingTimeInterval(Double(milliseconds) / 1_000) }
        var request = ObservedRequest(
            method: method, url: url, headers: ["Accept": "application/json", "User-Agent": "agent/1.4"],
            body: Array((form ?? "").utf8), begin: moment(begin), caller: caller)
        if form != nil { request.headers["Content-Type"] = "application/x-www-form-urlencoded" }
        if let authorization { request.headers["Authorization"] = authorization }
        return ObservedMessage(request, .answered(answer), end: moment(begin + duration))
    }

    static func answer(
        _ status: Int, _ body: String, _ headers: HTTPHeaders = [:], type: String = "application/json"
    ) -> ObservedAnswer {
        var headers = headers
        headers["Content-Type"] = type
        headers["Cache-Control"] = "no-store"
        return ObservedAnswer(status: status, headers: headers, body: Array(body.utf8))
    }

    private static func tokens(access: String, refresh: String, signsIn: Bool = false) -> ObservedAnswer {
        let identity = signsIn ? #","id_token":"\#(idToken(of: access))""# : ""
        return answer(
            200,
            """
            {"access_token":"demo-token-\(access)","token_type":"Bearer","expires_in":\(signsIn ? 120 : 60),\
            "refresh_token":"\(refreshToken(refresh))","scope":"openid orders"\(identity)}
            """)
    }

    /// The token with that fingerprint.
    private static func refreshToken(_ fingerprint: String) -> String {
        let numbers = ["51E8": "86245", "A3F1": "00400", "9C02": "12773", "77D0": "57189"]
        return "demo-refresh-token-\(numbers[fingerprint] ?? "")"
    }

    /// Of alice, with a signature that no key made.
    private static func idToken(of session: String) -> String {
        [
            #"{"alg":"RS256","kid":"demo"}"#,
            #"{"iss":"https://id.example.com","sub":"alice","aud":"agent","sid":"of \#(session)"}"#, "no signature",
        ].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
    }
}
