/// Whose a fault is: who can mend it.
package enum Party: String, Sendable, Hashable, CaseIterable {
    case authorizationServer = "authorization_server"
    case resourceServer = "resource_server"
    /// What stands in front of either: the end of TLS, a proxy, a gateway.
    case front

    /// A noun phrase.
    package var words: String {
        switch self {
        case .authorizationServer: "the authorization server"
        case .resourceServer: "the resource server"
        case .front: "what stands in front of the server"
        }
    }
}
