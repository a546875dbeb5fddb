package import Scenarios

/// What the player of a scenario waits for.
package enum PlaybackMessage: Sendable {
    /// Nothing is under way at any session, and the models know all that has happened.
    case settled(PlaybackTicket)
    /// The time for the audience is over.
    case rested(PlaybackTicket)
    /// What a user does outside of the console could not be done for them.
    case assistanceFailed(String)
}

/// Work for the player of a scenario.
package enum PlaybackEffect: Sendable {
    /// Ends with ``PlaybackMessage/settled(_:)``.
    case settle(PlaybackTicket)
    /// Moves the clocks of the demo and of its sessions; ends with ``PlaybackMessage/settled(_:)``.
    case advance(Duration, PlaybackTicket)
    /// Waits by the machine's clock; ends with ``PlaybackMessage/rested(_:)``.
    case rest(Duration, PlaybackTicket)
    /// Signs in as this user on the demo's sign-in page.
    case signIn(user: String, page: String)
    /// Approves a device sign-in as this user.
    case approve(userCode: String, user: String)
    /// The first step begins, on a session in this state.
    case begin(String)
    /// A step has ended; the last ones follow each other at once.
    case report(StepResult)
    /// No step is left.
    case finish
}

/// Tells the answer that is awaited from one that came too late.
package struct PlaybackTicket: Sendable, Hashable {
    var number = 0
}
