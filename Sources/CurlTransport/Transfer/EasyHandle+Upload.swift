import CCurl
import SessionHTTP

extension EasyHandle {
    /// Sets libcurl up to read the request's body while its producer writes it.
    func setUpUpload(of stream: HTTPBodyStream, for hop: Hop) {
        let feed = UploadFeed(length: stream.length) { [queue] in queue.post(.resume(hop)) }
        transfer.pointee.upload = feed
        transfer.pointee.producer = Task { await feed.pump(stream.chunks) }
        console_curl_set_pointer(pointer, CURLOPT_READDATA, Unmanaged.passUnretained(self).toOpaque())
        console_curl_set_data_function(pointer, CURLOPT_READFUNCTION) { bytes, size, count, context in
            guard let bytes, let context, let feed = EasyHandle.from(context).transfer.pointee.upload else {
                return Int(CURL_READFUNC_ABORT)
            }
            return switch feed.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count)) {
            case .bytes(let count): count
            case .wait: Int(CURL_READFUNC_PAUSE)
            case .end: 0
            case .abort: Int(CURL_READFUNC_ABORT)
            }
        }
    }

    private func recordSent(_ size: curl_off_t) {
        transfer.pointee.recordSent(size, at: deadlines.now)
    }

    /// Watches how much of the body is sent: a server that still receives it is not silent.
    func setUpProgressOfUpload() {
        console_curl_set_pointer(pointer, CURLOPT_XFERINFODATA, Unmanaged.passUnretained(self).toOpaque())
        console_curl_set_progress_function(pointer) { context, _, _, _, sent in
            if let context { EasyHandle.from(context).recordSent(sent) }
            return 0
        }
        set(CURLOPT_NOPROGRESS, 0)
    }
}
