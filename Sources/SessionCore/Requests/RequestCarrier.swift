package import SessionHTTP

/// Carries the messages of a request that another program makes: a proxy between that program and an API.
///
/// The session gives each message its token or proof, and hears of its answer, as with its own requests. The bodies
/// never come by here.
package protocol RequestCarrier: HTTPTransport {
    /// Whether the request may be sent once more: its body is still there.
    var canSendAgain: Bool { get }
}
