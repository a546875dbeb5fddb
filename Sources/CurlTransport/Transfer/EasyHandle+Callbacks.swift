import CCurl
import SessionCore

/// What libcurl calls while a transfer runs; always on the transfer thread, inside `curl_multi_socket_action`.
extension EasyHandle {
    func setUpCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        console_curl_set_pointer(pointer, CURLOPT_PRIVATE, context)
        console_curl_set_pointer(pointer, CURLOPT_WRITEDATA, context)
        console_curl_set_pointer(pointer, CURLOPT_HEADERDATA, context)
        console_curl_set_pointer(pointer, CURLOPT_PREREQDATA, context)
        console_curl_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorText)
        console_curl_set_data_function(pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            return EasyHandle.from(context).receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        console_curl_set_data_function(pointer, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            return EasyHandle.from(context).receiveHead(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        console_curl_set_prerequest_function(pointer) { context, remote, local, remotePort, localPort in
            guard let context, let remote, let local else { return CURL_PREREQFUNC_ABORT }
            let maySend = EasyHandle.from(context).beginSending(
                on: Handshakes.Connection(
                    localAddress: String(cString: local), localPort: Int(localPort),
                    remoteAddress: String(cString: remote), remotePort: Int(remotePort)))
            return maySend ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
    }

    /// Returns how many bytes were taken: libcurl ends the transfer where it is not all of them.
    private func receiveHead(_ line: UnsafeRawBufferPointer) -> Int {
        guard let transfer else { return 0 }
        if let began = transfer.uploadBegan, transfer.firstByte == nil {
            transfer.firstByte = curl_off_t(began.duration(to: .now) / .microseconds(1))
        }
        guard transfer.head.receive(line) else {
            transfer.failure = .brokenOff("its header is larger than \(ResponseHead.sizeLimit) bytes")
            return 0
        }
        // A server that answers with a refusal in the middle of an upload need not get the rest of it.
        if let upload = transfer.upload, transfer.head.isComplete, long(CURLINFO_RESPONSE_CODE) >= 300 {
            upload.cutShort()
        }
        return line.count
    }

    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard let transfer else { return 0 }
        if let receiver = transfer.exchange.request.bodyReceiver, (200..<300).contains(long(CURLINFO_RESPONSE_CODE)) {
            return pass(bytes, of: transfer, to: receiver)
        }
        guard bytes.count <= configuration.bodyLimit - transfer.body.count else {
            transfer.failure = .tooLarge(limit: configuration.bodyLimit)
            return 0
        }
        transfer.body.append(contentsOf: bytes)
        return bytes.count
    }

    private func pass(_ bytes: UnsafeRawBufferPointer, of transfer: Transfer, to receiver: HTTPBodyReceiver) -> Int {
        if transfer.receivedSize == 0 {
            receiver.begin(reception(of: transfer).response(to: transfer.exchange.request))
        }
        transfer.receivedSize += bytes.count
        guard receiver.receive(Array(bytes)) else {
            transfer.failure = .cancelled
            return 0
        }
        return bytes.count
    }
}
