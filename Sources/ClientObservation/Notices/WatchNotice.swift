package import SessionHTTP

/// Why something is not seen, or went wrong on its way: who did it, towards which host, and what kind of program it is.
///
/// Equal notices say the same again.
package struct WatchNotice: Sendable, Hashable {
    package enum Cause: Sendable, Hashable {
        /// The program refuses the certificate of this watch, with an alert of TLS: it doesn't trust the watch's
        /// authority, or knows its server's key.
        case distrusted(alert: UInt8)
        /// The program offers HTTP/2 alone, as gRPC does.
        case noHTTP1
        /// The handshake with the program failed otherwise, or did not end in time (`nil`).
        case handshake(reason: String?)
        /// The program closed the connection right after the handshake, without a request: it may know its server's
        /// key.
        case leftAfterHandshake
        /// The program speaks TLS to the proxy itself: its proxy is named with `https://`.
        case tlsToProxy
        /// The program sent a request for the proxy itself, without naming a server.
        case proxyItself
        /// The program named another host in a request than the one that its connection leads to.
        case otherHost
        /// A process of another user has connected; `nil` where the system does not say whose it is.
        case foreignUser(UInt32?)
        case malformedHead(reason: String)
        /// The head of a request did not come in time.
        case slowHead
        case tooManyConnections
        /// The connection that had been longest without a request was closed for another one.
        case madeRoom
        /// A caller spoke TLS to a watch of a server, which takes plain HTTP: a tunnel ends TLS before it.
        case tlsToServer
        /// A caller asked a watch of a server for a connection to another one.
        case proxyWanted
        /// A watch of a server can be reached from other machines.
        case openToOthers(address: String)
        /// The server, or the user's own proxy, was not reached.
        case unreachable(TransportError)
        /// The server was reached, and TLS with it failed, as where its certificate is not trusted.
        case serverTLS(TransportError)
        /// The server asks for a client's certificate, which only the program itself can show (mutual TLS).
        case clientCertificate
        /// The program runs and nothing of it has come.
        case nothingCame
        /// The watch's own browser could not be started, or ended at once, so that a sign-in went to the user's.
        case browserEnded
        /// The command has ended, and what it started goes on, with a proxy that ends; how many more there are.
        case outlived([Caller], others: Int)
        /// No host was named, so each is opened until its messages show that it serves or wants no tokens.
        case everyHostOpened
        /// Hosts that passed unread or have shown no session, the busiest first, and how many more there are.
        case notWatched([HostTraffic], others: Int)
        /// So many entries of an archive lack something.
        case archiveLacks(ArchiveGap, count: Int)
    }

    /// What tools leave out of an archive.
    package enum ArchiveGap: Sendable, Hashable {
        /// The zone of a time, for which UTC is assumed.
        case timeZone
        /// The body that an answer had; `isOfAll` where no answer has one.
        case answerBody(isOfAll: Bool)
        /// The body that a request had; `isOfAll` where no request has one.
        case requestBody(isOfAll: Bool)
    }

    /// How many connections a host had that nobody reads, and messages that concern no session.
    package struct HostTraffic: Sendable, Hashable {
        package let host: String
        package let count: Int

        package init(host: String, count: Int) { (self.host, self.count) = (host, count) }
    }

    package var cause: Cause
    /// `nil` where it is not known.
    package var caller: Caller?
    /// Without a port; `nil` where none was named.
    package var host: String?
    /// The kind of program that the caller is, by which it is known what helps.
    package var runtime: Runtime?
    /// Whether the host passes unopened from its next connection on.
    package var passesHost: Bool

    package init(
        _ cause: Cause, caller: Caller? = nil, host: String? = nil, runtime: Runtime? = nil, passesHost: Bool = false
    ) {
        (self.cause, self.caller, self.host, self.runtime) = (cause, caller, host, runtime)
        self.passesHost = passesHost
    }

    /// What the user can do about it.
    package var remedies: [Runtime.Remedy] { passesHost ? allRemedies.filter { $0 != .tunnel } : allRemedies }

    private var allRemedies: [Runtime.Remedy] {
        switch cause {
        case .distrusted: runtime.map(\.remedies).flatMap { $0.isEmpty ? nil : $0 } ?? [.tunnel]
        case .nothingCame: runtime?.remedies ?? []
        case .notWatched: [.host]
        case .noHTTP1, .clientCertificate, .leftAfterHandshake: [.tunnel]
        case .handshake, .tlsToProxy, .proxyItself, .otherHost, .foreignUser, .malformedHead, .slowHead,
            .tooManyConnections, .madeRoom, .tlsToServer, .proxyWanted, .openToOthers, .unreachable, .serverTLS,
            .everyHostOpened, .browserEnded, .outlived, .archiveLacks:
            []
        }
    }
}

extension WatchNotice.Cause {
    /// The stable names, as scripts and exports have them.
    package enum Name: String, Sendable, CaseIterable {
        case distrusted = "certificate-refused"
        case noHTTP1 = "no-http1"
        case handshake = "handshake-failed"
        case leftAfterHandshake = "left-after-handshake"
        case tlsToProxy = "tls-to-proxy"
        case proxyItself = "request-to-proxy"
        case otherHost = "other-host-in-tunnel"
        case foreignUser = "foreign-user"
        case malformedHead = "malformed-request"
        case slowHead = "slow-request"
        case tooManyConnections = "too-many-connections"
        case madeRoom = "made-room"
        case tlsToServer = "tls-to-server"
        case proxyWanted = "proxy-wanted"
        case openToOthers = "open-to-others"
        case unreachable = "server-not-reached"
        case serverTLS = "server-tls-failed"
        case clientCertificate = "client-certificate-wanted"
        case nothingCame = "nothing-came"
        case browserEnded = "browser-ended"
        case outlived = "left-running"
        case everyHostOpened = "every-host-opened"
        case notWatched = "not-watched"
        case timeZone = "archive-time-zone"
        case answerBodies = "archive-answer-bodies"
        case requestBodies = "archive-request-bodies"
    }

    package var name: Name {
        switch self {
        case .distrusted: .distrusted
        case .noHTTP1: .noHTTP1
        case .handshake: .handshake
        case .leftAfterHandshake: .leftAfterHandshake
        case .tlsToProxy: .tlsToProxy
        case .proxyItself: .proxyItself
        case .otherHost: .otherHost
        case .foreignUser: .foreignUser
        case .malformedHead: .malformedHead
        case .slowHead: .slowHead
        case .tooManyConnections: .tooManyConnections
        case .madeRoom: .madeRoom
        case .tlsToServer: .tlsToServer
        case .proxyWanted: .proxyWanted
        case .openToOthers: .openToOthers
        case .unreachable: .unreachable
        case .serverTLS: .serverTLS
        case .clientCertificate: .clientCertificate
        case .nothingCame: .nothingCame
        case .browserEnded: .browserEnded
        case .outlived: .outlived
        case .everyHostOpened: .everyHostOpened
        case .notWatched: .notWatched
        case .archiveLacks(.timeZone, _): .timeZone
        case .archiveLacks(.answerBody, _): .answerBodies
        case .archiveLacks(.requestBody, _): .requestBodies
        }
    }
}
