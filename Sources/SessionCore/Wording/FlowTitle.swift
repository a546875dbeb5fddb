/// Sign-in flows by the names that people know, from those that the session's events carry.
package enum FlowTitle {
    package static func of(_ flow: String) -> String {
        switch flow {
        case "code": "authorization code"
        case "device": "device code"
        case ClientCredentialsFlow.flowName: "client credentials"
        default: flow
        }
    }
}
