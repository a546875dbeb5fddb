import CCurl
import SessionHTTP

/// Version and cipher are read from libcurl's log lines, the only place where it reports them.
extension EasyHandle {
    func setUpHandshakeReading() {
        set(CURLOPT_CERTINFO, 1)
        console_curl_set_pointer(pointer, CURLOPT_DEBUGDATA, Unmanaged.passUnretained(self).toOpaque())
        console_curl_set_debug_function(pointer) { _, kind, text, size, context in
            guard let text, let context else { return 0 }
            switch kind {
            case CURLINFO_SSL_DATA_OUT: EasyHandle.from(context).transfer.pointee.hasBegunHandshake = true
            case CURLINFO_TEXT: EasyHandle.from(context).readRemark(UnsafeRawBufferPointer(start: text, count: size))
            default: break
            }
            return 0
        }
    }

    /// `SSL connection using TLSv1.3 / TLS_AES_256_GCM_SHA384`; newer versions add more after another slash.
    private func readRemark(_ text: UnsafeRawBufferPointer) {
        let prefix = "SSL connection using ".utf8
        guard text.starts(with: prefix) else { return }
        let parts = String(decoding: text.dropFirst(prefix.count), as: UTF8.self)
            .split(whereSeparator: \.isNewline).first?.split(separator: " / ")
        guard let parts, parts.count >= 2 else { return }
        transfer.pointee.handshake = TLSFacts(
            version: String(parts[0]), cipher: String(parts[1]), certificateSubject: nil, certificateIssuer: nil,
            certificateExpiry: nil)
    }

    /// Records that the connection is open; `false` if the request must not be sent on it.
    func beginSending(on connection: @autoclosure () -> Handshakes.Connection) -> Bool {
        if let handshake = transfer.pointee.handshake { remember(handshake, of: connection()) }
        return transfer.pointee.beginSending(at: deadlines.now)
    }

    private func remember(_ handshake: TLSFacts, of connection: Handshakes.Connection) {
        var handshake = handshake
        let certificate = ServerCertificate(of: pointer)
        handshake.certificateSubject = certificate?.subject
        handshake.certificateIssuer = certificate?.issuer
        handshake.certificateExpiry = certificate?.expiry
        handshakes.remember(handshake, of: connection)
    }

    var tlsFacts: TLSFacts? {
        guard form?.isSecure == true, let local = string(CURLINFO_LOCAL_IP), let remote = string(CURLINFO_PRIMARY_IP)
        else {
            return nil
        }
        return handshakes[
            Handshakes.Connection(
                localAddress: local, localPort: long(CURLINFO_LOCAL_PORT), remoteAddress: remote,
                remotePort: long(CURLINFO_PRIMARY_PORT))]
    }
}
