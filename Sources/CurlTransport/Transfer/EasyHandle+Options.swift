import CCurl
import SessionHTTP

extension EasyHandle {
    /// Sets the options that are the same for every hop of a transport.
    func applyConfiguration() {
        setUpCallbacks()
        setUpConnecting()
        setUpHandshakeReading()
        set(CURLOPT_HTTPGET, 1)
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        // Decode every coding that libcurl can.
        set(CURLOPT_ACCEPT_ENCODING, "")
        configuration.setConnectingOptions(of: pointer)
    }

    /// Sets the request's own options; none if it equals the one before.
    func apply(_ form: RequestForm) {
        guard form !== self.form else { return }
        if form.url != self.form?.url { apply(url: form.url) }
        // libcurl's log lines cost time, and are needed only for the handshake.
        set(CURLOPT_VERBOSE, form.isSecure ? 1 : 0)
        // libcurl reads them during the whole hop.
        console_curl_set_list(pointer, CURLOPT_HTTPHEADER, form.list.pointer)
        self.form = form
        if form.goesDirectly {
            set(CURLOPT_PROXY, "")
            isAltered = true
        }
        if !form.offersClientCertificate, configuration.clientCertificate != nil {
            set(CURLOPT_SSLCERT, nil)
            set(CURLOPT_SSLKEY, nil)
            isAltered = true
        }
    }

    /// Parsing takes a tenth of libcurl's time for a request, so it is done once for every URL.
    private func apply(url: String) {
        // Otherwise libcurl would use the text of the previous URL.
        set(CURLOPT_URL, nil)
        let flags = UInt32(CURLU_DISALLOW_USER | CURLU_PATH_AS_IS)
        if console_curl_url_set(parsedURL, CURLUPART_URL, url, flags) == CURLUE_OK {
            console_curl_set_pointer(pointer, CURLOPT_CURLU, UnsafeMutableRawPointer(parsedURL))
        } else {
            // The transfer then fails with libcurl's text for the error.
            console_curl_set_pointer(pointer, CURLOPT_CURLU, nil)
            set(CURLOPT_URL, url)
        }
    }

    func applyMethodAndBody(of hop: Hop) {
        let form = hop.form
        guard form.method != "GET" || form.hasBody else { return }
        isAltered = true
        switch hop.request.body {
        case .none:
            if form.method == "HEAD" { set(CURLOPT_NOBODY, 1) }
        case .bytes(let bytes):
            set(CURLOPT_POST, 1)
            console_curl_set_offset(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
            // An empty array may have no address, and without one libcurl would read standard input.
            (bytes.isEmpty ? [0] : bytes).withUnsafeBytes { buffer in
                _ = console_curl_set_bytes(pointer, CURLOPT_COPYPOSTFIELDS, buffer.baseAddress)
            }
        case .stream(let stream):
            set(CURLOPT_UPLOAD, 1)
            console_curl_set_offset(pointer, CURLOPT_INFILESIZE_LARGE, curl_off_t(stream.length ?? -1))
            setUpUpload(of: stream, for: hop)
        }
        if form.hasBody {
            setUpAnswerToUpload()
            setUpProgressOfUpload()
        }
        if form.method != "HEAD" { set(CURLOPT_CUSTOMREQUEST, form.method) }
    }
}
