/// Work on the way from a resource's URL to a session, step by step.
package enum DiscoveryEffect: Sendable, Hashable {
    /// Asks the resource and its authorization server, of several the chosen one; ends with
    /// ``DiscoveryMessage/serverFound(issuer:isConfirmed:)`` or with the step that it can't go on from.
    case findServer(choosing: String?)
    /// Finds or registers a client at the server, whose issuer is confirmed, and opens the session; ends with
    /// ``DiscoveryMessage/clientFound`` or with the step.
    case findClient
    /// Goes on with the client of this identifier.
    case useClient(String)
    /// Ends the step that is under way as cancelled.
    case cancel
}
