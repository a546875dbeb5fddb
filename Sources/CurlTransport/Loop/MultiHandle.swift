import CCurl

/// Owns one `CURLM`.
///
/// Unchecked, because the pointer is: only the transfer thread uses it, apart from `curl_multi_wakeup`, which libcurl
/// allows from any thread. The handle is freed when the last reference goes, so no wake-up can come too late.
final class MultiHandle: @unchecked Sendable {
    private static let keptConnections = 256

    let pointer: UnsafeMutableRawPointer
    /// Kept here because libcurl tells it of changes until the handle is freed.
    let sockets = SocketTable()

    /// Fails where libcurl can't be set up.
    init?(maximumConnections: Int) {
        guard Self.isReady, let pointer = curl_multi_init() else { return nil }
        ExitGuard.register()
        self.pointer = pointer
        console_curl_multi_set_pointer(pointer, CURLMOPT_SOCKETDATA, Unmanaged.passUnretained(sockets).toOpaque())
        console_curl_multi_set_socket_function(pointer) { _, socket, interest, context, _ in
            if let context { SocketTable.from(context).update(socket, interest) }
            return 0
        }
        let connections = Int(clamping: maximumConnections)
        if connections > 0 { console_curl_multi_set_long(pointer, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections) }
        // Unless told, libcurl keeps four for each transfer under way, and closes the others of a burst between two.
        console_curl_multi_set_long(pointer, CURLMOPT_MAXCONNECTS, connections > 0 ? connections : Self.keptConnections)
    }

    deinit {
        curl_multi_cleanup(pointer)
    }

    /// Waits for a socket, a wake-up, a timer of libcurl's or `limit`, and has libcurl act on what is ready.
    func wait(atMost limit: Duration) {
        sockets.withDescriptors { descriptors in
            var count: Int32 = 0
            curl_multi_poll(
                pointer, descriptors.baseAddress, UInt32(descriptors.count), Int32(limit / .milliseconds(1)), &count)
            return count > 0
        }
        while let (socket, events) = sockets.takeReady() { act(on: socket, events) }
    }

    /// Has libcurl act on timers that are due, which starts transfers just added.
    func runTimers() {
        act(on: CURL_SOCKET_TIMEOUT, 0)
    }

    private func act(on socket: curl_socket_t, _ events: Int32) {
        var count: Int32 = 0
        curl_multi_socket_action(pointer, socket, events, &count)
    }

    /// May be called on any thread.
    func wakeUp() {
        curl_multi_wakeup(pointer)
    }

    /// libcurl is set up once per process, before its first handle, and never torn down.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
