import CCurl
import SessionHTTP

/// The callbacks of libcurl while a transfer runs; always on the transfer thread, inside `curl_multi_socket_action`.
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
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return EasyHandle.from(context).receiveHead(line) ? line.count : 0
        }
        console_curl_set_prerequest_function(pointer) { context, remote, local, remotePort, localPort in
            guard let context, let remote, let local else { return CURL_PREREQFUNC_ABORT }
            let handle = EasyHandle.from(context)
            // A connection that is kept was opened for another request, which may have had more freedom.
            let isAllowed =
                handle.transfer.pointee.hop?.addresses == nil
                || handle.mayGo(to: AddressKind(host: String(cString: remote)))
            let maySend =
                isAllowed
                && handle.beginSending(
                    on: Handshakes.Connection(
                        localAddress: String(cString: local), localPort: Int(localPort),
                        remoteAddress: String(cString: remote), remotePort: Int(remotePort)))
            return maySend ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
    }

    private func receiveHead(_ line: UnsafeRawBufferPointer) -> Bool {
        transfer.pointee.recordSign(at: deadlines.now)
        guard head.pointee.receive(line) else { return false }
        guard let hop = transfer.pointee.hop, hop.endsAtEventStream || hop.receiver != nil, head.pointee.isComplete,
            isEventStream
        else { return true }
        // A stream may stay open for days: the requests behind it go on.
        leavePlace()
        transfer.pointee.isEndedAtEventStream = hop.endsAtEventStream
        return !hop.endsAtEventStream
    }

    /// Whether the header is that of a successful answer whose body has no end.
    private var isEventStream: Bool {
        guard (200..<300).contains(long(CURLINFO_RESPONSE_CODE)), let request = transfer.pointee.hop?.request else {
            return false
        }
        return reception.response(from: request.url).mediaType == "text/event-stream"
    }

    /// Returns how many bytes were taken: libcurl ends the transfer if it is fewer than all.
    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        transfer.pointee.recordSign(at: deadlines.now)
        if let progress = transfer.pointee.hop?.progress { report(bytes.count, to: progress) }
        if let receiver = transfer.pointee.hop?.receiver,
            (200..<300).contains(long(CURLINFO_RESPONSE_CODE))
        {
            // A receiver may take its time.
            defer { transfer.pointee.recordSign(at: .now) }
            return pass(bytes, to: receiver)
        }
        let limit = min(configuration.bodyLimit, transfer.pointee.hop?.request.bodyLimit ?? .max)
        guard bytes.count <= limit - transfer.pointee.body.count else {
            transfer.pointee.failure = .tooLarge(limit: limit)
            return 0
        }
        transfer.pointee.body.append(contentsOf: bytes)
        return bytes.count
    }

    private func report(_ size: Int, to progress: HTTPProgress) {
        let expected = offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        if expected >= 0 {
            let received = offset(CURLINFO_SIZE_DOWNLOAD_T)
            progress.update(receivedSize: Int(clamping: received), expectedSize: Int(clamping: expected))
        } else {
            // Of a body in chunks libcurl counts what it writes only afterwards.
            let before = transfer.pointee.body.count + transfer.pointee.receivedSize
            progress.update(receivedSize: before + size, expectedSize: nil)
        }
    }

    private func pass(_ bytes: UnsafeRawBufferPointer, to receiver: HTTPBodyReceiver) -> Int {
        if transfer.pointee.receivedSize == 0, let request = transfer.pointee.hop?.request {
            receiver.begin(reception.response(from: request.url))
        }
        transfer.pointee.receivedSize += bytes.count
        guard receiver.receive(Array(bytes)) else {
            transfer.pointee.failure = .notTaken
            return 0
        }
        return bytes.count
    }

    /// Watches the head of the answer for its effect on the upload.
    func setUpAnswerToUpload() {
        transfer.pointee.uploadBegan = .now
        console_curl_set_data_function(pointer, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let handle = EasyHandle.from(context)
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            guard handle.receiveHead(line) else { return 0 }
            handle.followUpload()
            return line.count
        }
    }

    private func followUpload() {
        if let began = transfer.pointee.uploadBegan, transfer.pointee.firstByte == nil {
            transfer.pointee.firstByte = curl_off_t(began.duration(to: .now) / .microseconds(1))
        }
        // A server that refuses in the middle of an upload need not get the rest of it.
        if let upload = transfer.pointee.upload, head.pointee.isComplete, long(CURLINFO_RESPONSE_CODE) >= 300 {
            upload.cutShort()
        }
    }
}
