/// A part of the session screen that can have the focus, in the order in which tab visits them.
package enum Panel: String, Sendable, Hashable, CaseIterable {
    case session, userInfo, request, response, events

    var title: String {
        switch self {
        case .session: "Session"
        case .userInfo: "User info"
        case .request: "Request"
        case .response: "Response"
        case .events: "Events"
        }
    }

    /// For a strip of all titles on a narrow screen.
    var shortTitle: String {
        switch self {
        case .session: "Session"
        case .userInfo: "User"
        case .request: "Request"
        case .response: "Response"
        case .events: "Events"
        }
    }

    /// What the pane is for, as the help page has it.
    var summary: String {
        switch self {
        case .session: "state, tokens and their clocks"
        case .userInfo: "the claims of the userinfo endpoint"
        case .request: "the next call to the API"
        case .response: "the answer to the last call"
        case .events: "what happened, newest last"
        }
    }
}
