package import Interception
package import SessionHTTP

/// Decides what a relay does with the requests that come, and hears what became of them.
///
/// Everything is called on the connection's own thread, which does nothing else meanwhile.
package protocol RelayOwner: Sendable {
    /// Whether it serves who is not this user's program, too: then a caller is named by its address.
    var servesAnyone: Bool { get }

    /// What a caller is answered that begins to speak HTTP/2; without it, that only HTTP/1.1 is spoken, in HTTP/1.1.
    var answerToHTTP2: LocalAnswer? { get }

    /// A `CONNECT` has come, from a program that may be unknown; `nil` makes it a request like any other.
    func decide(onTunnel request: RequestHead, from caller: Caller?) -> TunnelDecision?

    /// The head of a request has come; what is returned accompanies it to its end.
    ///
    /// `tunnel` is the server that an opened tunnel leads to, for a request in one.
    func begin(_ request: RequestHead, from caller: Caller?, in tunnel: Origin?) -> any RelayedCall

    /// A connection was refused, or brought no request.
    func report(_ refusal: ConnectionRefusal, in tunnel: Origin?)
}

extension RelayOwner {
    package var servesAnyone: Bool { false }

    package var answerToHTTP2: LocalAnswer? { nil }

    package func decide(onTunnel request: RequestHead, from caller: Caller?) -> TunnelDecision? { nil }
}

/// One request on its way through a relay.
package protocol RelayedCall: Sendable {
    /// Whether the relay answers in the place of a server that did not, or not in HTTP.
    ///
    /// Otherwise the caller meets what the relay met: a connection that is closed, or reset.
    var answersForServer: Bool { get }

    /// Where the request goes, and with which head.
    func decide() -> OwnerAnswer<RequestDecision>

    /// The request has come whole, or more of it than is kept; called before the server has all of it, and before
    /// any answer or end is known.
    func requestCame(keeping body: [UInt8])

    /// The head of the server's answer has come, which is not an interim one.
    ///
    /// `mayRepeat` says whether the request can be sent once more.
    func decide(on answer: AnswerHead, mayRepeat: Bool) -> OwnerAnswer<AnswerDecision>

    /// The answer has come whole; called before the caller has all of it, so that what it does next comes later.
    func answerCame(keeping body: [UInt8])

    /// The request is over: called once, whatever its end.
    func end(_ end: CallEnd)
}

extension RelayedCall {
    package var answersForServer: Bool { true }
    package func requestCame(keeping body: [UInt8]) {}
    package func answerCame(keeping body: [UInt8]) {}
}

package enum RequestDecision: Sendable {
    /// The framing of the body must stay as it is: bytes are copied.
    ///
    /// The call gets a copy of so many bytes of the body at most, without the chunks' sizes.
    case forward(RequestHead, to: Origin, keeping: Int = 0)
    case refuse(LocalAnswer)
    /// Close the connection without an answer.
    case breakOff
    /// Wait so long first, and no longer than the caller does.
    indirect case later(Duration, RequestDecision)
    /// Decide by the body, which passes afterwards as it came; `nil` where it is large, or late.
    case afterBody(@Sendable ([UInt8]?) -> RequestDecision)
}

package enum AnswerDecision: Sendable {
    /// The call gets a copy of so many bytes of the body at most, without the chunks' sizes.
    case pass(AnswerHead, keeping: Int = 0)
    /// Send the request once more, with this head; where that is not possible, the answer is passed.
    case again(RequestHead)
    /// Answer in the server's place.
    case replace(LocalAnswer)
    /// Close the connection without an answer.
    case breakOff
    /// Decide by the body, which passes afterwards as it came; `nil` where it is large, or late.
    case afterBody(@Sendable ([UInt8]?) -> AnswerDecision)
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
    /// Another user of this machine by its number, or nobody known.
    case foreignUser(UInt32?)
    case malformed(HeadFlaw, Caller?)
    /// The head did not come in time.
    case tooSlow(Caller?)
    /// The server of a tunnel was not reached.
    case unreachable(Origin, TransportError, Caller?)
    /// TLS in a tunnel failed, or did not begin in time (`nil`).
    case handshake(TLSFailure?, Caller?)
    /// The caller closed a tunnel right after its handshake, without a request.
    case leftAfterHandshake(Caller?)
    case tooMany
    /// The connection that had been longest without a request was closed for another one.
    case madeRoom
}
