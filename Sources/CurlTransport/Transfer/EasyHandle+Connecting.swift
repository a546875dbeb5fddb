import CCurl
import Glibc
import SessionHTTP

/// The callbacks of libcurl while it opens a connection.
extension EasyHandle {
    func setUpConnecting() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        console_curl_set_pointer(pointer, CURLOPT_RESOLVER_START_DATA, context)
        console_curl_set_pointer(pointer, CURLOPT_OPENSOCKETDATA, context)
        console_curl_set_resolver_start_function(pointer) { _, _, context in
            if let context { EasyHandle.from(context).beginConnecting() }
            return 0
        }
        console_curl_set_open_socket_function(pointer) { context, _, address in
            if let context { EasyHandle.from(context).beginConnecting() }
            var socket = console_curl_open_socket(address)
            if socket >= 0, OpenFiles.isReserved(socket) {
                close(socket)
                errno = EMFILE
                socket = -1
            }
            if socket < 0, let context, let reason = OpenFiles.reason(errno) {
                EasyHandle.from(context).transfer.pointee.failure = .outOfResources(reason)
            }
            return socket
        }
        // The default limit of libcurl is five minutes.
        if configuration.connectTimeout > .seconds(300) {
            set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout.wholeMilliseconds)
        }
    }

    private func beginConnecting() {
        transfer.pointee.beginConnecting(until: .now + configuration.connectTimeout)
        if let deadline = transfer.pointee.plannedDeadline { deadlines.note(deadline) }
    }
}
