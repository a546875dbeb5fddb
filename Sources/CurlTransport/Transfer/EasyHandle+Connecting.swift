import CCurl
import FoundationEssentials
import HostSystem
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
            if let context {
                let handle = EasyHandle.from(context)
                handle.beginConnecting()
                if let address, !handle.mayConnect(to: address) { return -1 }
            }
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

    private func mayConnect(to address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
        guard transfer.pointee.hop?.addresses != nil else { return true }
        return mayGo(to: AddressKind(address))
    }

    /// Whether the request may go to an address of that kind; notes the failure if it may not.
    func mayGo(to kind: AddressKind?) -> Bool {
        guard let hop = transfer.pointee.hop, let addresses = hop.addresses, let kind, !addresses.contains(kind) else {
            return true
        }
        transfer.pointee.failure = .addressNotAllowed(host: hop.request.url.host ?? "", kind)
        return false
    }

    private func beginConnecting() {
        transfer.pointee.beginConnecting(until: deadlines.now + configuration.connectTimeout)
        if let deadline = transfer.pointee.plannedDeadline { deadlines.add(deadline) }
    }
}
