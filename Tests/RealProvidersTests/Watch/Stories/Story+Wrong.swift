extension Story {
    /// Clients that break one rule each, those that `wrong_clients.py` has left out.
    static let wrong: [Story] = [
        // Scripts, each of whose requests is a process of its own.
        Story(
            "goes on with the token from before the refresh", .bash, breaks: ["successor-never-used"], signIn(), call(),
            remember("access_token", as: "old"), refresh(), pause(2_100), call(with: "$old"), call(with: "$old")),
        Story(
            "registers at each start", .bash, breaks: ["registered-again"], register(), register(), register(),
            signIn(of: .registered), call()),
        Story(
            "gets a token of its own for each call", .bash, breaks: ["client-token-for-each-call"],
            (0..<4).flatMap { _ in tokenRequest("client_credentials", of: .service, ["scope": "orders"]) + call() }),
        Story(
            "repeats a call that lacks scope", .bash, breaks: ["insufficient-scope-repeated"], signIn(),
            (0..<3).flatMap { _ in call("/admin") + pause(100) }),
        Story(
            "sends an order again whose answer was lost", .bash, breaks: ["unsafe-request-repeated"], signIn(),
            turn("fault", #"{"endpoint":"api","kind":"drop"}"#), order, pause(100), order),
        Story(
            "asks for the access token in the redirect", .bash, breaks: ["implicit-grant", "sign-in-refused"],
            authorize(["response_type": "token"])),
        Story(
            "takes an ID token that another key has signed", .bash, breaks: ["id-token-signature-wrong"], metadata(),
            get("$issuer/jwks"), turn("spoil-id-tokens", #"{"flaw":"signature"}"#), signIn(), call()),
        // Python
        Story(
            "refreshes before each call", .python, breaks: ["refreshed-far-too-early"], signIn(),
            (0..<4).flatMap { _ in refresh() + call() }),
        Story(
            "calls on without the tokens of its sign-in", .python, breaks: ["delivered-tokens-never-used"], signIn(),
            pause(100), call(with: ""), call(with: "")),
        Story(
            "refreshes without a refresh token", .python, breaks: ["grant-without-its-parameter"], signIn(), call(),
            [["send", "POST", "$issuer/token", "form", "grant_type", "refresh_token", "form", "client_id", "$client"]]),
        Story(
            "fetches the keys for each token", .python, breaks: ["keys-fetched-for-each-token"], signIn(),
            (0..<3).flatMap { _ in get("$issuer/jwks") + call() }),
        Story(
            "asks for more with each refresh than was granted", .python, breaks: ["scope-refused"], signIn(), call(),
            refresh(["scope": "openid profile offline_access admin"])),
        Story(
            "asks for all scopes where the API asks for one", .python, breaks: ["scope-beyond-challenge"], signIn(),
            call("/admin"), pause(100), signIn(scope: "openid profile email orders offline_access admin"),
            call("/admin")),
        Story(
            "reads the API's metadata and names no resource", .python, breaks: ["resource-not-named"],
            get("$api/.well-known/oauth-protected-resource"), metadata(), signIn(), call()),
        // Node
        Story(
            "sends a bound token as a bearer token", .node, breaks: ["bound-token-as-bearer"], wantsProofs: true,
            boundSignIn(), provenCall(), provenCall(scheme: "Bearer")),
        Story(
            "sends a bound token without a proof", .node, breaks: ["proof-missing"], wantsProofs: true, boundSignIn(),
            provenCall(), get("$api/orders", ["Authorization": "DPoP $access_token"])),
        Story(
            "goes on with proofs without the nonce", .node, breaks: ["nonce-demand-ignored"], wantsProofs: true,
            boundSignIn(), provenCall(nonce: ""), pause(100), provenCall(nonce: "")),
        Story(
            "sends an assertion twice", .node, breaks: ["assertion-used-twice"], assert(),
            assertedRequest(), call(), assertedRequest()),
        Story(
            "signs an assertion for the API", .node, breaks: ["assertion-for-other-audience"],
            metadata(), assert(audience: "$api"), assertedRequest()),
        Story(
            "takes an ID token that has expired", .node, breaks: ["id-token-expired"],
            turn("spoil-id-tokens", #"{"flaw":"expired"}"#), signIn(), call()),
        // Ruby
        Story(
            "takes an ID token with another nonce", .ruby, breaks: ["id-token-nonce-wrong"],
            turn("spoil-id-tokens", #"{"flaw":"nonce"}"#), signIn(), call()),
        Story(
            "sends the ID token to the API", .ruby, breaks: ["id-token-as-access-token"], signIn(),
            call(with: "$id_token")),
        Story(
            "asks for a device's tokens without a pause", .ruby, breaks: ["device-polls-too-fast"],
            authorizeDevice(), poll, poll, poll),
        Story(
            "signs out and revokes nothing", .ruby, breaks: ["refresh-token-never-revoked"], metadata(), signIn(),
            call(), endSession()),
        Story(
            "asks the user although it could refresh", .ruby, breaks: ["sign-in-although-refreshable"], signIn(),
            call(), pause(100), signIn(), call()),
        Story(
            "refreshes on and on for an API that takes none of its tokens", .ruby, breaks: ["refresh-does-not-help"],
            turn("spoil-chain", #"{"flaws":["other-audience"]}"#), signIn(), call(),
            (0..<3).flatMap { _ in refresh() + call() }),
        Story(
            "protects its sign-in by nothing", .ruby,
            breaks: ["authorization-request-unprotected", "code-without-pkce-or-nonce"],
            turn("spoil-grants", #"{"flaws":["challenge-left-out"]}"#),
            authorize(of: .service, ["state": "", "nonce": "", "code_challenge": "", "code_challenge_method": ""]),
            redeem(of: .service, ["code_verifier": ""]), call()),
        // Perl
        Story(
            "does not wait for Retry-After", .perl, breaks: ["retry-after-ignored"], signIn(),
            turn("fault", #"{"endpoint":"api","kind":"status","status":503,"retry_after":30}"#), call(), pause(200),
            call()),
        Story(
            "sends a secret by Basic as it is", .perl, breaks: ["basic-not-form-encoded"],
            tokenRequest("client_credentials", of: .service(with: "100% of + it"))),
        Story(
            "drops scope where the API asks for more", .perl, breaks: ["scope-dropped-at-step-up"], signIn(), call(),
            call("/admin"), pause(100), signIn(scope: "openid offline_access admin"), call("/admin")),
        Story(
            "sends a wrong secret again and again", .perl, breaks: ["client-refused", "refused-request-repeated"],
            (0..<3).flatMap { _ in
                tokenRequest("client_credentials", of: .service(with: "another-secret")) + pause(100)
            }),
        Story(
            "sends a code that is not whole", .perl, breaks: ["code-refused"], authorize(),
            redeem(["code": "c$state"])),
        Story(
            "sends its token to another origin", .perl, breaks: ["bearer-to-other-origin"],
            signIn(), call(), get("$elsewhere/echo", ["Authorization": "Bearer $access_token"])),
        Story(
            "asks the user whenever the token is over", .perl,
            breaks: ["sign-in-instead-of-refresh", "sign-in-although-refreshable"],
            turn("lifetimes", #"{"access":1}"#), (0..<3).flatMap { _ in signIn() + call() + pause(1_100) }),
        // PHP
        Story(
            "sends its secret in the URL", .php, breaks: ["client-secret-in-url"],
            [
                [
                    "send", "POST", "$issuer/token", "query", "client_id", "$service", "query", "client_secret",
                    "$secret",
                ]
                    + ["form", "grant_type", "client_credentials"]
            ]),
        Story(
            "sends the verifier of another sign-in", .php, breaks: ["verifier-does-not-fit"],
            turn("spoil-grants", #"{"flaws":["unchecked-verifier"]}"#), authorize(), remember("code", as: "first"),
            authorize(), redeem(["code": "$first"]), call()),
        Story(
            "forgets the resource when it refreshes", .php, breaks: ["resource-lost-at-refresh"],
            authorize(["resource": "$api"]), redeem(["resource": "$api"]), call(), refresh(), call()),
        Story(
            "answers a step-up by a refresh", .php, breaks: ["step-up-answered-by-refresh"], signIn(), call("/step-up"),
            pause(100), refresh(), call("/step-up")),
        Story(
            "goes on with the tokens of another user", .php, breaks: ["refreshed-for-other-subject"], signIn(), call(),
            turn("switch-user", #"{"username":"bob"}"#), refresh(), call()),
        Story(
            "sends a redirect URI that it has not registered", .php,
            breaks: ["redirect-uri-not-registered", "sign-in-refused"],
            register(redirectURI: "https://app.example/callback"), authorize(of: .registered)),
        Story(
            "redeems a code that another provider says it sent", .php, breaks: ["other-issuer-accepted"], metadata(),
            turn("spoil-chain", #"{"flaws":["other-iss"]}"#), signIn(), call()),
    ]
}
