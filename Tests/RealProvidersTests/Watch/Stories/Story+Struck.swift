extension Story {
    /// Clients that meet an injected fault, in pairs: the first does what the fault asks for, the second does not.
    static let struck: [Story] = [
        // The API
        Story(
            "refreshes after a 401", .ruby, meets: ["api-401@2"], signedIn, call(), when(401, refresh()), call()),
        Story(
            "asks the user after a 401", .ruby, breaks: ["sign-in-although-refreshable"], meets: ["api-401@2"],
            signedIn, call(), pause(100), signIn(), call()),
        Story(
            "looks whether the order is there whose answer was lost", .bash, meets: ["api-reply-lost@2"], signedIn,
            order, pause(100), call()),
        Story(
            "orders again what it may have", .bash, breaks: ["unsafe-request-repeated"], meets: ["api-reply-lost@2"],
            signedIn, order, pause(100), order),
        Story(
            "gives up a call that nobody answers", .perl, meets: ["api-silent@2"], patience, signedIn, order,
            pause(100), call()),
        Story(
            "orders again what nobody has answered", .perl, breaks: ["unsafe-request-repeated"],
            meets: ["api-silent@2"], patience, signedIn, order, pause(100), order),
        Story(
            "replaces a token that was spoilt", .python, meets: ["token-tampered@2"], signedIn, call(),
            when(401, refresh()), call()),
        Story(
            "asks the user about a token that was spoilt", .python, breaks: ["sign-in-although-refreshable"],
            meets: ["token-tampered@2"], signedIn, call(), pause(100), signIn(), call()),
        Story(
            "goes on once the network is back", .perl, meets: ["network-off@2"], ownToken, order, pause(100), call()),
        Story(
            "orders again without knowing", .perl, breaks: ["unsafe-request-repeated"], meets: ["network-off@2"],
            ownToken, order, pause(100), order),
        // The token endpoint
        Story(
            "asks the user once the grant is over", .python, meets: ["token-endpoint-400@2"], signedIn, refresh(),
            pause(100), signIn(), call()),
        Story(
            "refreshes with what was refused", .perl, breaks: ["refused-refresh-token-sent-again"],
            meets: ["token-endpoint-400@2"], signedIn, refresh(), pause(100), refresh(), call()),
        Story(
            "says that it was refused as a client", .php, meets: ["token-endpoint-401@2"], signedIn, refresh(),
            pause(100), call()),
        Story(
            "is refused as a client again and again", .php, breaks: ["refused-request-repeated"],
            meets: thrice("token-endpoint-401"), signedIn, refreshes),
        Story(
            "says that a refresh was refused", .node, meets: ["token-endpoint-403@2"], signedIn, refresh(),
            pause(100), call()),
        Story(
            "is refused without a reason again and again", .node, breaks: ["refused-request-repeated"],
            meets: thrice("token-endpoint-403"), signedIn, refreshes),
        Story(
            "refreshes later where the provider is down", .ruby, meets: ["token-endpoint-503@2"], signedIn, refresh(),
            pause(100), refresh(), call()),
        Story(
            "asks the user where the provider is down", .ruby, breaks: ["credentials-dropped-after-failure"],
            meets: ["token-endpoint-503@2"], signedIn, refresh(), pause(100), signIn(), call()),
        Story(
            "waits for a slow refresh", .bash, meets: ["token-endpoint-slow@2"], signedIn, refresh(), pause(100),
            call()),
        Story(
            "asks the user where a refresh is slow", .bash, breaks: ["credentials-dropped-after-failure"],
            meets: ["token-endpoint-slow@2"], signedIn, patience, refresh(), pause(100), signIn(), call()),
        Story(
            "refreshes again where nobody answers", .python, meets: ["token-endpoint-silent@2"], signedIn, patience,
            refresh(), pause(100), refresh(), call()),
        Story(
            "asks the user where nobody answers", .python, breaks: ["credentials-dropped-after-failure"],
            meets: ["token-endpoint-silent@2"], signedIn, patience, refresh(), pause(100), signIn(), call()),
        Story(
            "refreshes again after a page in the place of tokens", .node, meets: ["token-endpoint-not-json@2"],
            signedIn, refresh(), pause(100), refresh(), call()),
        Story(
            "asks the user after a page in the place of tokens", .node, breaks: ["sign-in-although-refreshable"],
            meets: ["token-endpoint-not-json@2"], signedIn, refresh(), pause(100), signIn(), call()),
        Story(
            "keeps the refresh token where none comes", .php, meets: ["refresh-token-dropped@2"], signedIn, refresh(),
            call(), pause(100), refresh()),
        Story(
            "forgets the refresh token where none comes", .php, breaks: ["sign-in-although-refreshable"],
            meets: ["refresh-token-dropped@2"], signedIn, refresh(), call(), pause(100), signIn(), call()),
        // Identity
        Story(
            "leaves tokens whose signature is wrong", .python, meets: ["id-token-signature"], metadata(), keys,
            signIn(), pause(100), signIn(), call()),
        Story(
            "takes tokens whose signature is wrong", .python, breaks: ["id-token-signature-wrong"],
            meets: ["id-token-signature"], metadata(), keys, signIn(), call()),
    ]

    private static let signedIn = signIn() + call() + pause(100)
    private static let ownToken = tokenRequest("client_credentials", of: .service, ["scope": "orders"])
    private static let refreshes = (0..<3).flatMap { _ in refresh() + pause(100) }
    private static let keys = get("$issuer/jwks")
    /// No request may take longer than this.
    private static let patience: Steps = [["set", "timeout", "2000"]]

    static let order = call(
        method: "POST", body: ["application/json": #"{"item":"a book","count":"1"}"#])

    private static func thrice(_ fault: String) -> [String] { (2...4).map { "\(fault)@\($0)" } }
}
