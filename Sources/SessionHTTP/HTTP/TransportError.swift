/// Why no answer came, or not the whole of one; new cases may come with any version.
@nonexhaustive
public enum TransportError: Error, Sendable, Hashable {
    /// A phase of an exchange, in the order they happen.
    public enum Phase: String, Sendable, Hashable, CaseIterable {
        /// DNS, or whatever else turns the host's name into addresses.
        case nameLookup = "looking up the name"
        /// The TCP connection to the host, or to the proxy.
        case connect = "connecting"
        /// The TLS handshake; it comes after ``connect``.
        case tls = "the TLS handshake"
        /// Sending the request and waiting for the first byte of the answer.
        case waiting = "waiting for the answer"
        /// From the first byte of the answer to the last.
        case receiving = "receiving the answer"
    }

    /// What is wrong with the server's certificate, as far as that is known.
    public enum TLSFault: String, Sendable, Hashable, CaseIterable {
        /// The certificate is for other names than the one in the URL.
        case wrongName
        /// The certificate's `notAfter` is past by this machine's clock.
        case expired
        /// The certificate's `notBefore` is to come by this machine's clock, which may be wrong.
        case notYetValid
        /// The certificate's issuer is not trusted here.
        case untrustedIssuer
        /// The server's key is not the pinned one.
        case pinMismatch
        /// Anything else: no TLS at that port, no common version, a missing client certificate.
        case other
    }

    /// Thrown when the host's name has no address.
    case couldNotResolve(host: String)
    /// Thrown when the host has an address where the request may not go, by ``HTTPRequest/addresses``.
    case addressNotAllowed(host: String, AddressKind)
    /// Thrown when no connection could be made; the host with its port.
    case couldNotConnect(host: String, reason: String)
    /// Thrown when the proxy refused to make the connection; 407 asks for a user name and a password.
    case proxyRefused(status: Int)
    /// Thrown when TLS failed: an untrusted or wrong certificate, no common version, a pin that does not match.
    case tls(TLSFault = .other, reason: String)
    /// Thrown when the time ran out, with the phase it ran out in, and what had arrived of the answer.
    indirect case timedOut(Phase, after: PartialAnswer? = nil)
    /// Thrown when the connection ended, or what came was no HTTP, before the answer was whole; with what had arrived.
    indirect case brokenOff(String, after: PartialAnswer? = nil)
    /// Thrown when the body is larger than the transport keeps in memory; with what had arrived.
    indirect case tooLarge(limit: Int, after: PartialAnswer? = nil)
    /// Thrown when a redirect leads from https to http, round in circles, or to what is not http at all.
    ///
    /// With the answer that asked for it, and the redirects that were followed before.
    indirect case redirectRefused(String, after: PartialAnswer? = nil)
    /// Thrown when the request itself can't be sent: another scheme than http or https, a line break in a header.
    case invalidRequest(String)
    /// Thrown when this process can't open more sockets or start more threads; has the system's message.
    case outOfResources(String)
    /// Thrown when the request's ``HTTPBodyReceiver`` refused more of the body.
    case notTaken
    /// Thrown when the task was cancelled.
    case cancelled
}

extension TransportError: CustomStringConvertible {
    /// What happened, without the next step: that depends on the caller.
    public var description: String { words(limit: nil) }

    /// The error in words, with the time limit that ran out.
    package func words(limit: Duration?) -> String {
        switch self {
        case .couldNotResolve(let host): "the name \(host) could not be resolved"
        case .addressNotAllowed(let host, let kind): "\(host) has an address \(kind), where the request may not go"
        case .couldNotConnect(let host, let reason): "no connection to \(host): \(reason)"
        case .proxyRefused(status: 407): "the proxy asks for a user name and a password (407)"
        case .proxyRefused(let status): "the proxy made no connection: it answered \(status)"
        case .tls(_, let reason): "TLS failed: \(reason)"
        case .timedOut(let phase, let part):
            "timed out\(limit.map { " (limit \($0.inWords))" } ?? "") while \(phase.rawValue)"
                + (part.map { ", after \($0.progress) of its body" } ?? "")
        case .brokenOff(let reason, nil): "the connection was broken off: \(reason)"
        case .brokenOff(let reason, let part?) where part.hasWholeBody: "the body can't be decoded: \(reason)"
        case .brokenOff(let reason, let part?): "the body broke off after \(part.progress): \(reason)"
        case .tooLarge(let limit, _):
            "the answer is larger than \(limit.isMultiple(of: 1 << 20) ? "\(limit >> 20) MiB" : "\(limit) bytes")"
        case .redirectRefused(let reason, _): "the redirect was refused: \(reason)"
        case .invalidRequest(let reason): "the request can't be sent: \(reason)"
        case .outOfResources(let reason): "this process can't open another connection: \(reason)"
        case .notTaken: "the receiver of the answer stopped reading"
        case .cancelled: "cancelled"
        }
    }
}
