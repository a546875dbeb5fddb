extension TransportError {
    /// The closed form of whatever a transport threw.
    ///
    /// A transport that gives up by itself has cancelled nothing for a caller whose task goes on.
    package init(_ error: any Error) {
        self =
            switch error {
            case is CancellationError, TransportError.cancelled:
                Task.isCancelled ? .cancelled : .brokenOff("the transport gave the request up")
            case let error as TransportError: error
            default: .brokenOff("\(error)")
            }
    }
}

extension HTTPResponse {
    /// Throws where the status is not one of HTTP (RFC 9110 §15).
    package func requireValidStatus() throws(TransportError) {
        guard (100...599).contains(status) else { throw .brokenOff("\(status) is not a status of HTTP") }
    }
}
