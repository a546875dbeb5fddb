import CCurl
import FoundationEssentials
import SessionHTTP

extension EasyHandle {
    /// Translates libcurl's error, with the phase that the hop had reached and what had arrived.
    func failure(of code: CURLcode) -> TransportError { cause(of: code).after(partialAnswer) }

    private func cause(of code: CURLcode) -> TransportError {
        if head.pointee.isTooLarge { return .brokenOff("its header is larger than \(ResponseHead.sizeLimit) bytes") }
        if isHeaderRefused(code) { return .brokenOff("a line of its header is larger than libcurl's limit of 100 KiB") }
        let url = transfer.pointee.hop?.request.url
        let failure = ConnectFailure(
            code, of: pointer, errorText, to: url?.host ?? "", at: url.flatMap(Origin.init),
            afterConnecting: transfer.pointee.isConnected)
        if let cause = failure.cause { return cause }
        switch code {
        case CURLE_OPERATION_TIMEDOUT:
            return .timedOut(phase)
        case CURLE_SEND_FAIL_REWIND:
            return .brokenOff(Transfer.closedEarly)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
            return .brokenOff("the answer is not HTTP (\(failure.reason))")
        case CURLE_PARTIAL_FILE:
            return .brokenOff("the connection was closed")
        case CURLE_BAD_CONTENT_ENCODING:
            return .brokenOff("its content coding is damaged (\(failure.reason))")
        default:
            return .brokenOff(failure.reason)
        }
    }

    /// The phase that the hop has reached.
    var phase: TransportError.Phase {
        if transfer.pointee.isConnected { return head.pointee.hasBegun ? .receiving : .waiting }
        if transfer.pointee.connectDeadline == nil { return .waiting }
        if microseconds(CURLINFO_NAMELOOKUP_TIME_T) == 0 { return .nameLookup }
        return transfer.pointee.hasBegunHandshake ? .tls : .connect
    }

    /// Whether libcurl refused a line of the header for its size: older versions call that a lack of memory.
    private func isHeaderRefused(_ code: CURLcode) -> Bool {
        let isForSize = code == CURLE_OUT_OF_MEMORY || code.rawValue == Self.tooLargeCode
        return isForSize && head.pointee.hasBegun && !head.pointee.isComplete
    }

    /// `CURLE_TOO_LARGE`, which the headers of older versions lack.
    private static let tooLargeCode: UInt32 = 100
}
