import ConsoleKit

/// The reason phrases of RFC 9110 §15 and RFC 6585.
enum HTTPStatus {
    /// The status with the reason phrase that came, which is text from outside, or with the registered one.
    static func line(_ status: Int, _ received: String?) -> String {
        let reason = received.map { String($0.prefix(80)) } ?? reason(status)
        return reason.isEmpty ? "\(status)" : "\(status) \(reason)"
    }

    /// How a status reads on every screen: refused, or in need of someone.
    static func tone(_ status: Int) -> Tone {
        switch status {
        case 500..., 400, 401: .bad
        case 400...: .warning
        default: .plain
        }
    }

    /// The reason phrase; empty if none is registered.
    static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 206: "Partial Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 411: "Length Required"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 422: "Unprocessable Content"
        case 428: "Precondition Required"
        case 429: "Too Many Requests"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        default: ""
        }
    }
}
