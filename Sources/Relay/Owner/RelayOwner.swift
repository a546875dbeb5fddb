package import SessionHTTP

/// Decides what a relay does with the requests that come, and hears what became of them.
///
/// Everything is called on the connection's own thread, which does nothing else meanwhile.
package protocol RelayOwner: Sendable {
    /// The head of a request has come; what is returned accompanies it to its end.
    func begin(_ request: RequestHead, from caller: Caller) -> any RelayedCall

    /// A connection was refused before it brought a request.
    func note(_ refusal: ConnectionRefusal)
}

/// One request on its way through a relay.
package protocol RelayedCall: Sendable {
    /// Where the request goes, and with which head.
    func decide() async -> RequestDecision

    /// The head of the server's answer has come, which is not an interim one.
    ///
    /// `mayRepeat` says whether the request can be sent once more.
    func decide(on answer: AnswerHead, mayRepeat: Bool) async -> AnswerDecision

    /// The request is over: called once, whatever its end.
    func end(_ end: CallEnd)
}

package enum RequestDecision: Sendable {
    /// The framing of the body must stay as it is: bytes are copied.
    case forward(RequestHead, to: Origin)
    case refuse(LocalAnswer)
}

package enum AnswerDecision: Sendable {
    case pass(AnswerHead)
    /// Send the request once more, with this head; where that is not possible, the answer is passed.
    case again(RequestHead)
}

/// How a request ended, and how much of the bodies had passed.
package struct CallEnd: Sendable {
    package enum Outcome: Sendable, Hashable {
        case complete
        /// The relay itself answered.
        case refused(status: Int)
        case callerLeft
        /// No answer came, or not the whole of one.
        case failed(TransportError)
        /// The caller's body broke its own rules.
        case malformed
    }

    package var outcome: Outcome
    /// Bytes of content, without chunks' sizes.
    package var sentSize = 0
    package var receivedSize = 0
}

/// Why a connection brought no request.
package enum ConnectionRefusal: Sendable, Hashable {
    /// Another user of this machine, or nobody known.
    case foreignUser(Caller?)
    case malformed(HeadFlaw, Caller)
    /// The head did not come in time.
    case tooSlow(Caller)
    case tooMany
}
