/// What of a call the console's history keeps: the values of `--history`.
enum HistoryPolicy: String, CaseIterable, Sendable {
    case none, calls, bodies
}

/// How a terminal tells its user of a forced logout: the values of `--notify`.
enum AlarmWay: String, CaseIterable, Sendable {
    case bell, desktop, none
}

/// The methods of client authentication: the values of `--client-auth`.
enum ClientAuthenticationName: String, CaseIterable {
    case none, basic, post
    case privateKeyJWT = "private_key_jwt"
    case mutualTLS = "tls_client_auth"
}

/// The forms in which other tools read a token: the values of `token --format`.
enum TokenFormat: String, CaseIterable, Sendable {
    case raw, header
    case headersJSON = "headers-json"
    case env
    case execCredential = "exec-credential"
    case git, netrc
}

/// The tokens that other programs ask for: the values of `--which`.
enum WhichToken: String, CaseIterable, Sendable {
    case access, id
}
