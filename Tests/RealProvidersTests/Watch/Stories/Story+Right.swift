extension Story {
    /// Clients that keep all rules.
    static let right: [Story] = [
        Story(
            "a script from the metadata to the sign-out", .bash, metadata(), signIn(), call(), call("/me"), refresh(),
            call(), revoke(), endSession()),
        Story(
            "scripts that take turns by a lock", .bash, signIn(), endAccessTokens, processes(3), turnOfProcess),
        Story(
            "a sign-in after the provider has ended the session", .bash, signIn(), call(),
            turn("revoke-session", #"{"username":"alice"}"#), call(), refresh(), pause(100), signIn(), call()),
        Story(
            "calls at once around a 401, and one refresh", .python, signIn(), calls(4),
            endAccessTokens, calls(4), refresh(), calls(4)),
        Story(
            "processes that take turns by a lock", .python, signIn(), endAccessTokens, processes(3), turnOfProcess),
        Story(
            "a narrower token beside the one in use", .python, signIn(scope: "openid profile orders offline_access"),
            call(), remember("access_token", as: "wide"), refresh(["scope": "openid orders"]),
            remember("access_token", as: "narrow"), pause(2_100), call(with: "$wide"), call(with: "$narrow"),
            call("/me", with: "$wide")),
        Story(
            "a refresh after a 503, once Retry-After is over", .node, signIn(), call(),
            turn("fault", #"{"endpoint":"token","kind":"status","status":503,"retry_after":1}"#), refresh(),
            call(), pause(1_100), refresh(), call()),
        Story(
            "proofs with the nonces of both servers", .node, wantsProofs: true, metadata(), boundSignIn(), provenCall(),
            provenCall(), prove("POST", "$issuer/token"), refresh(header: ["DPoP": "$proof"]), provenCall()),
        Story(
            "a client that registers once and uses what it is answered", .node, metadata(), register(),
            signIn(of: .registered), call(), refresh(of: .registered), call(),
            get("$registration_client_uri", ["Authorization": "Bearer $registration_access_token"])),
        Story(
            "a call after a 429, once Retry-After is over", .ruby, signIn(),
            turn("fault", #"{"endpoint":"api","kind":"status","status":429,"retry_after":1}"#), call(), pause(1_100),
            call(), calls(3)),
        Story(
            "a device that waits as long as it is told", .ruby, metadata(),
            authorizeDevice(),
            pause(1_100), poll, pause(1_100), poll,
            turn("approve-device", #"{"user_code":"$user_code","username":"alice"}"#), pause(1_100), poll, call()),
        Story(
            "calls without a token beside calls with one, and a redirect out", .ruby, call(with: ""), signIn(),
            call("/public", with: ""), call(with: "", method: "OPTIONS"), call(with: "", method: "OPTIONS"), call(),
            call("/redirect-out"), get("$elsewhere/echo"), get("$issuer/jwks"),
            get("$issuer/userinfo", ["Authorization": "Bearer $access_token"])),
        Story(
            "a service that gets its next token when the last one is over", .perl,
            turn("lifetimes", #"{"access":1}"#),
            (0..<4).flatMap { _ in
                tokenRequest("client_credentials", of: .service, ["scope": "orders"]) + call() + pause(1_000)
            }),
        Story(
            "a pushed authorization request", .perl, metadata(), push(),
            [["browse", "$issuer/authorize", "query", "client_id", "$client", "query", "request_uri", "$request_uri"]],
            redeem(), call(), refresh(), call()),
        Story(
            "a refresh whose answer did not come, again", .perl, signIn(), call(),
            turn("fault", #"{"endpoint":"token","kind":"drop"}"#), refresh(), pause(200), refresh(), call()),
        Story(
            "a silent sign-in that is refused, and one that asks", .perl, metadata(),
            authorize(["prompt": "none"]), pause(100), signIn(["prompt": "login"]), call(), revoke()),
        Story(
            "a stronger sign-in where the API asks for one", .php, signIn(), call(), call("/step-up"), pause(100),
            signIn(["acr_values": stepUp]), call("/step-up"), call()),
        Story(
            "a service that signs one user in on two devices", .php, signIn(of: .service), call(),
            remember("refresh_token", as: "first"), signIn(of: .service), call(), refresh(with: "$first", of: .service),
            call(), refresh(of: .service), call()),
        Story(
            "more scope where the API asks for it", .php, signIn(), call(), call("/admin"), pause(100),
            signIn(scope: "openid profile offline_access admin"), call("/admin"), call()),
        Story(
            "the resource of the API's metadata in each request", .php,
            get("$api/.well-known/oauth-protected-resource"), metadata(),
            authorize(["resource": "$resource"]), redeem(["resource": "$resource"]), call(),
            refresh(["resource": "$resource"]), call()),
    ]

    static let stepUp = "urn:session-console:acr:step-up"

    static let endAccessTokens = turn("revoke-access-tokens", #"{"username":"alice"}"#)

    static let poll = tokenRequest(
        "urn:ietf:params:oauth:grant-type:device_code", ["device_code": "$device_code"])
}
