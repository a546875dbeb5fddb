import CCurl
import FoundationEssentials
import SessionCore

extension EasyHandle {
    /// What an ended exchange amounts to.
    func answer(for code: CURLcode) -> Exchange.Answer {
        guard let transfer else { return .failure(.cancelled) }
        guard code == CURLE_OK else {
            return .failure(transfer.upload?.failure ?? transfer.failure ?? failure(of: code, in: transfer))
        }
        // Where the end of the connection falls into the header, libcurl takes it for the end of the answer.
        guard transfer.head.hasBegun, transfer.head.isComplete else {
            return .failure(.brokenOff("its header is not complete"))
        }
        return .success(reception(of: transfer))
    }

    /// What has come so far.
    func reception(of transfer: Transfer) -> Reception {
        Reception(
            status: long(CURLINFO_RESPONSE_CODE), head: transfer.head, body: transfer.body,
            receivedSize: transfer.receivedSize, version: long(CURLINFO_HTTP_VERSION),
            times: Reception.Times(
                nameLookup: microseconds(CURLINFO_NAMELOOKUP_TIME_T), connect: microseconds(CURLINFO_CONNECT_TIME_T),
                tls: microseconds(CURLINFO_APPCONNECT_TIME_T),
                firstByte: transfer.firstByte ?? microseconds(CURLINFO_STARTTRANSFER_TIME_T),
                total: microseconds(CURLINFO_TOTAL_TIME_T)),
            remoteAddress: string(CURLINFO_PRIMARY_IP) ?? "", remotePort: long(CURLINFO_PRIMARY_PORT),
            isReused: long(CURLINFO_NUM_CONNECTS) == 0, tls: tlsFacts)
    }

    func long(_ info: CURLINFO) -> Int {
        var value = 0
        console_curl_get_long(pointer, info, &value)
        return value
    }

    func microseconds(_ info: CURLINFO) -> curl_off_t {
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
