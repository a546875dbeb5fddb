import CCurl
import FoundationEssentials

/// What one would write in C: one thread, a multi handle, and easy handles that are added again as soon as they are
/// done.
struct BareLoop: LoadClient {
    /// The header fields of its requests, besides those that libcurl adds.
    let fields: [String]

    /// Sends what ``ClientSubject/session(on:)`` sends.
    static let authorized = BareLoop(
        fields: ["Authorization: Bearer made-up", "Accept-Encoding: gzip, br", "User-Agent: session-console"])

    /// Asks for a page.
    static let plain = BareLoop(fields: [])

    func run(_ url: URL, concurrency: Int, length: Duration) async throws(BenchError) -> Run {
        guard console_curl_open() == nil, let multi = console_curl_multi_init() else {
            throw .requestFailed("libcurl can't be started")
        }
        let list = fields.reduce(nil) { console_curl_slist_append($0, $1) }
        var transfers: [UnsafeMutableRawPointer?: ContinuousClock.Instant] = [:]
        defer {
            for easy in transfers.keys {
                console_curl_multi_remove_handle(multi, easy)
                console_curl_easy_cleanup(easy)
            }
            console_curl_multi_cleanup(multi)
            console_curl_slist_free_all(list)
        }
        let stopwatch = Stopwatch()
        let end = ContinuousClock.now + length
        for _ in 0..<concurrency {
            let easy = Self.easyHandle(for: url, list)
            transfers[easy] = .now
            console_curl_multi_add_handle(multi, easy)
        }
        var latencies: [UInt32] = []
        while ContinuousClock.now < end {
            var count: Int32 = 0
            console_curl_multi_perform(multi, &count)
            while let message = console_curl_multi_info_read(multi, &count) {
                let easy = message.pointee.easy_handle
                try Self.check(message.pointee.data.result, of: easy)
                if let start = transfers[easy] { latencies.append(UInt32(microsecondsSince: start)) }
                console_curl_multi_remove_handle(multi, easy)
                transfers[easy] = .now
                console_curl_multi_add_handle(multi, easy)
            }
            console_curl_multi_poll(multi, nil, 0, 100, nil)
        }
        return stopwatch.run(latencies: latencies)
    }

    private static func easyHandle(
        for url: URL, _ list: UnsafeMutablePointer<curl_slist>?
    ) -> UnsafeMutableRawPointer? {
        guard let easy = console_curl_easy_init() else { return nil }
        console_curl_set_string(easy, CURLOPT_URL, url.absoluteString)
        console_curl_set_list(easy, CURLOPT_HTTPHEADER, list)
        console_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        console_curl_set_data_function(easy, CURLOPT_WRITEFUNCTION) { _, size, count, _ in size * count }
        return easy
    }

    private static func check(_ code: CURLcode, of easy: UnsafeMutableRawPointer?) throws(BenchError) {
        guard code == CURLE_OK else { throw .requestFailed("libcurl's error \(code.rawValue)") }
        var status = 0
        console_curl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
        guard status == 200 else { throw .requestFailed("status \(status)") }
    }
}
