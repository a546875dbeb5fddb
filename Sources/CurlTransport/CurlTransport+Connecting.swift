import CCurl

extension CurlTransport.Configuration {
    /// Sets what every connection obeys: its proxy, whom it trusts, and whom it shows a certificate.
    func setConnectingOptions(of easy: UnsafeMutableRawPointer) {
        console_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        // Don't wait for an unfinished name look-up when its transfer ends.
        console_curl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
        console_curl_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        console_curl_set_long(easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        console_curl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        if let file = certificateAuthorityFile { console_curl_set_string(easy, CURLOPT_CAINFO, file) }
        if let pin = pinnedPublicKey { console_curl_set_string(easy, CURLOPT_PINNEDPUBLICKEY, pin) }
        if let client = clientCertificate {
            console_curl_set_string(easy, CURLOPT_SSLCERT, client.certificateFile)
            console_curl_set_string(easy, CURLOPT_SSLKEY, client.keyFile)
        }
        if let proxy {
            console_curl_set_string(easy, CURLOPT_PROXY, proxy)
        } else if !ProxyEnvironment.isSet {
            // Saves libcurl reading the environment for every request.
            console_curl_set_string(easy, CURLOPT_PROXY, "")
            console_curl_set_string(easy, CURLOPT_NOPROXY, "")
            // Libcurl copies both names for every request: 300 instructions.
            console_curl_set_string(easy, CURLOPT_PROXY_CAINFO, nil)
            console_curl_set_string(easy, CURLOPT_PROXY_CAPATH, nil)
        }
    }

    /// Whether requests beyond this machine go through a proxy.
    func hasProxy(environmentNamesProxy: Bool = ProxyEnvironment.isSet) -> Bool {
        proxy.map { !$0.isEmpty } ?? environmentNamesProxy
    }
}
