import CCurl
import SessionHTTP

extension EasyHandle {
    /// The answer of an ended hop.
    func answer(for code: CURLcode) -> Hop.Answer {
        guard code == CURLE_OK || transfer.pointee.isEndedAtEventStream else {
            let own = transfer.pointee.upload?.failure ?? transfer.pointee.failure
            if let own, case .tooLarge = own { return .failure(own.after(partialAnswer)) }
            return .failure(own ?? failure(of: code))
        }
        // If the connection ends within the header, libcurl treats that as the end of the answer.
        guard head.pointee.hasBegun, head.pointee.isComplete else {
            return .failure(.brokenOff("its header is not complete"))
        }
        return .success(reception)
    }

    /// What has arrived of the final answer, once its header is complete.
    var partialAnswer: PartialAnswer? {
        let status = long(CURLINFO_RESPONSE_CODE)
        guard head.pointee.hasBegun, head.pointee.isComplete, status >= 200, let request = transfer.pointee.hop?.request
        else { return nil }
        let response = reception.response(from: request.url)
        let expected = offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        let answer = HTTPAnswer(of: response)
        guard expected >= 0 else {
            return PartialAnswer(answer, receivedSize: answer.bodySize, expectedSize: nil)
        }
        let received = Int(clamping: offset(CURLINFO_SIZE_DOWNLOAD_T))
        return PartialAnswer(answer, receivedSize: received, expectedSize: Int(clamping: expected))
    }

    /// The part of the answer received so far.
    var reception: Reception {
        peer.update(address: string(CURLINFO_PRIMARY_IP) ?? "", port: long(CURLINFO_PRIMARY_PORT))
        let isReused = long(CURLINFO_NUM_CONNECTS) == 0
        return Reception(
            status: long(CURLINFO_RESPONSE_CODE), reason: head.pointee.reason, header: head.pointee.lines,
            body: transfer.pointee.body,
            receivedSize: transfer.pointee.receivedSize, version: long(CURLINFO_HTTP_VERSION),
            began: transfer.pointee.began,
            times: Reception.Times(
                nameLookup: microseconds(CURLINFO_NAMELOOKUP_TIME_T),
                connect: isReused ? 0 : microseconds(CURLINFO_CONNECT_TIME_T),
                tls: isReused ? 0 : microseconds(CURLINFO_APPCONNECT_TIME_T),
                firstByte: transfer.pointee.firstByte ?? microseconds(CURLINFO_STARTTRANSFER_TIME_T),
                total: microseconds(CURLINFO_TOTAL_TIME_T)),
            peer: peer.name, isReused: isReused, tls: tlsFacts, mayBeProxied: form?.mayBeProxied ?? true)
    }

    func long(_ info: CURLINFO) -> Int {
        var value = 0
        console_curl_get_long(pointer, info, &value)
        return value
    }

    func microseconds(_ info: CURLINFO) -> curl_off_t { offset(info) }

    func offset(_ info: CURLINFO) -> curl_off_t {
        var value: curl_off_t = 0
        console_curl_get_offset(pointer, info, &value)
        return value
    }

    func string(_ info: CURLINFO) -> String? {
        var text: UnsafePointer<CChar>?
        console_curl_get_string(pointer, info, &text)
        return text.map { String(cString: $0) }
    }
}
