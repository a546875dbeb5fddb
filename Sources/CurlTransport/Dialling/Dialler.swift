import CCurl
import HostSystem
package import SessionHTTP

/// Opens connections as ``CurlTransport`` does, by the same proxy, authorities, client certificate and pins, for one
/// who writes and reads HTTP/1.1 by himself.
package struct Dialler: Sendable {
    private let configuration: CurlTransport.Configuration
    private let trust: (any SharedTrust)?

    /// With `trust`, the configuration's authorities are not read.
    package init(_ configuration: CurlTransport.Configuration, trust: (any SharedTrust)? = nil) {
        (self.configuration, self.trust) = (configuration, trust)
    }

    /// Opens a connection, TLS included; blocks until then, at most for the configuration's time to connect.
    ///
    /// TLS begins on `connected` where that is given and readable as it is: a connection to the same host and port.
    /// `isGivenUp` is asked now and then, and ends the attempt as ``/SessionHTTP/TransportError/cancelled``.
    package func dial(
        _ origin: Origin, over connected: DialledConnection? = nil, unless isGivenUp: @escaping () -> Bool
    ) throws(TransportError) -> DialledConnection {
        try CurlLibrary.open()
        guard CurlLibrary.isReady,
            let connection = DialledConnection(
                isGivenUp: isGivenUp, addresses: addresses(of: origin),
                isSecure: origin.isSecure || configuration.hasProxy())
        else {
            throw .outOfResources("libcurl can't be set up")
        }
        ExitGuard.register()
        setOptions(of: connection.easy, for: origin)
        connection.share(trust, for: origin)
        if let connected, !connected.hidesBytes { connection.adopt(connected) }
        let code = console_curl_easy_perform(connection.easy)
        guard code == CURLE_OK, connection.takeSocket() else {
            let failure = ConnectFailure(
                code, of: connection.easy, connection.errorText, to: origin.host, at: origin,
                afterConnecting: false)
            if let kind = connection.refusedKind { throw .addressNotAllowed(host: origin.host, kind) }
            switch code {
            case CURLE_ABORTED_BY_CALLBACK: throw .cancelled
            case CURLE_OPERATION_TIMEDOUT: throw .timedOut(.connect)
            default: throw failure.cause ?? .brokenOff(failure.reason)
            }
        }
        return connection
    }

    private func setOptions(of easy: UnsafeMutableRawPointer, for origin: Origin) {
        configuration.setConnectingOptions(of: easy)
        console_curl_set_string(easy, CURLOPT_URL, "\(origin)/")
        console_curl_set_long(easy, CURLOPT_CONNECT_ONLY, 1)
        console_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        console_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout.wholeMilliseconds)
        // A proxy that forwarded the request itself would want another form of it.
        console_curl_set_long(easy, CURLOPT_HTTPPROXYTUNNEL, 1)
        if configuration.hasProxy(), origin.isLoopback { console_curl_set_string(easy, CURLOPT_PROXY, "") }
    }

    /// The kinds of address that it may have; a proxy looks names up by itself.
    private func addresses(of origin: Origin) -> Set<AddressKind>? {
        configuration.hasProxy() && !origin.isLoopback ? nil : configuration.addresses
    }
}
