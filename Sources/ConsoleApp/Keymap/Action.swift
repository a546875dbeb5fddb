/// Everything a person can do on the session screen; the raw value is its name on the command line.
package enum Action: String, Sendable, Hashable, CaseIterable {
    case help
    case signIn = "sign-in"
    case signOut = "sign-out"
    case forceSignOut = "force-sign-out"
    case refresh
    case fetchUserInfo = "user-info"
    case send
    case resend
    case burst
    case editField = "edit-field"
    case switchAuthorization = "authorization"
    case faults
    case open
    case jumpToCause = "cause"
    case follow
    case showDetails = "details"
    case find
    case nextMatch = "next-match"
    case previousMatch = "previous-match"
    case command
    case copy
    case edit
    case view
    case reveal
    case timeFormat = "time-format"
    case zoom
    case nextTab = "next-tab"
    case previousTab = "previous-tab"
    case nextPane = "next-pane"
    case previousPane = "previous-pane"
    case up, down, left, right
    case pageUp = "page-up"
    case pageDown = "page-down"
    case halfPageUp = "half-page-up"
    case halfPageDown = "half-page-down"
    case first, last
    case close
    case cancel
    case redraw
    case suspend
    case quit

    /// Actions that a pane gives its own meaning; the others mean the same everywhere.
    static let movements: Set<Action> = [
        .up, .down, .left, .right, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .first, .last,
    ]
}
