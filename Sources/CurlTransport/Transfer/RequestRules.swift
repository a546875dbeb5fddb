import SessionHTTP

/// Refuses values that would inject header fields (RFC 9110 §5.5), fields that contradict the body's length, and URLs
/// without a host, which libcurl would complete from the request before.
enum RequestRules {
    static func check(_ request: HTTPRequest, url: String) throws(TransportError) {
        guard isToken(request.method) else {
            throw .invalidRequest("the method is not a valid token")
        }
        guard url.consists(of: { (0x21...0x7E).contains($0) && $0 != 0x5C }) else {
            throw .invalidRequest("the URL has a character that must be encoded")
        }
        if let flaw = Origin.flaw(of: request.url) { throw .invalidRequest(flaw) }
        for field in request.headers.fields {
            guard isToken(field.name) else {
                throw .invalidRequest("a header field's name is not a valid token")
            }
            guard field.value.consists(of: { $0 != 0x0D && $0 != 0x0A && $0 != 0 }) else {
                throw .invalidRequest("the value of the header field \(field.name) contains a line break")
            }
            try checkFraming(field, of: request.body)
        }
        guard request.method != "HEAD" || !request.body.isPresent else {
            throw .invalidRequest("HEAD takes no body")
        }
    }

    /// Whether the transport writes this field itself, from the body.
    static func isFraming(_ name: String) -> Bool {
        name.equalsIgnoringCase("Content-Length") || name.equalsIgnoringCase("Transfer-Encoding")
    }

    private static func checkFraming(_ field: HTTPHeaders.Field, of body: HTTPBody) throws(TransportError) {
        guard isFraming(field.name) else { return }
        let length: Int? =
            switch body {
            case .none: 0
            case .bytes(let bytes): bytes.count
            case .stream(let stream): stream.length
            }
        let expected = length.map { ("content-length", String($0)) } ?? ("transfer-encoding", "chunked")
        guard (field.name.lowercased(), field.value.lowercased()) == expected else {
            throw .invalidRequest("the header field \(field.name) does not fit the body")
        }
    }

    /// RFC 9110 §5.6.2.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.consists { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
                default: false
                }
            }
    }
}

extension String {
    /// Whether each byte of its UTF-8 is allowed; much quicker than iterating `utf8`.
    fileprivate func consists(of isAllowed: (UInt8) -> Bool) -> Bool {
        var text = self
        return text.withUTF8 { $0.allSatisfy(isAllowed) }
    }
}
