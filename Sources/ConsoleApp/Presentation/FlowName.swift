/// Sign-in flows by the names that people know, from those that the session's events carry.
enum FlowName {
    static func words(_ flow: String) -> String {
        switch flow {
        case "code": "authorization code"
        case "device": "device code"
        case "client-credentials": "client credentials"
        default: flow
        }
    }
}
