/// What of a call the console's history keeps: the values of `--history`.
enum HistoryPolicy: String, CaseIterable, Sendable {
    case none, calls, bodies
}

/// The methods of client authentication: the values of `--client-auth`.
enum ClientAuthenticationName: String, CaseIterable {
    case none, basic, post
    case privateKeyJWT = "private_key_jwt"
    case mutualTLS = "tls_client_auth"
}

/// The tokens that other programs ask for: the values of `--which`.
enum WhichToken: String, CaseIterable, Sendable {
    case access, id
}
