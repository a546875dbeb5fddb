extension HTTPRequest {
    /// The time that this request and the redirects after it have together on a transport; `nil` where that is
    /// unlimited.
    package func wholeTime(on transport: any HTTPTransport) -> Duration? { maximumTime ?? transport.maximumTime }

    /// The limit that ran out where the exchange failed so after that time.
    ///
    /// `nil` where none did, or where it is not known, as for the time that a connection may take.
    package func limit(on transport: any HTTPTransport, behind error: TransportError, after duration: Duration)
        -> Duration?
    {
        guard case .timedOut(let phase, _) = error else { return nil }
        if let whole = wholeTime(on: transport), whole <= duration { return whole }
        return phase == .waiting || phase == .receiving ? timeout ?? transport.timeLimit : nil
    }
}
