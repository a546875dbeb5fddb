/// An option of curl, as far as it matters to a request.
enum CurlOption {
    case method, header, data, dataRaw, dataBinary, dataEncoded, json, form, formText
    case user, cookie, agent, referer, bearer
    case head, get, url, urlQuery, timeLimit, speedTime, upload, range, globOff
    /// Begins another request.
    case next
    /// Changes what curl prints or how it connects, not what is asked; with or without a value.
    case ignored, ignoredWithValue
    case insecure
    /// Is an option of this program, or of its profile.
    case setting(String)
    /// Changes what is sent in a way that is not done here.
    case notDone

    var takesValue: Bool {
        switch self {
        case .head, .get, .globOff, .next, .ignored, .insecure, .notDone: false
        default: true
        }
    }

    static let long: [String: CurlOption] = [
        "request": .method, "header": .header, "data": .data, "data-ascii": .data, "data-raw": .dataRaw,
        "data-binary": .dataBinary, "data-urlencode": .dataEncoded, "json": .json, "user": .user, "cookie": .cookie,
        "user-agent": .agent, "referer": .referer, "oauth2-bearer": .bearer, "head": .head, "get": .get, "url": .url,
        "max-time": .timeLimit, "speed-time": .speedTime, "speed-limit": .ignoredWithValue,
        "url-query": .urlQuery, "upload-file": .upload, "range": .range, "next": .next,
        "compressed": .ignored, "silent": .ignored, "show-error": .ignored, "verbose": .ignored, "include": .ignored,
        "location": .ignored, "fail": .ignored, "fail-with-body": .ignored, "progress-bar": .ignored,
        "no-buffer": .ignored, "globoff": .globOff, "remote-header-name": .ignored, "remote-time": .ignored,
        "http1.1": .ignored, "http2": .ignored, "http3": .ignored,
        "http1.0": .ignored, "http2-prior-knowledge": .ignored, "ipv4": .ignored, "ipv6": .ignored,
        "no-progress-meter": .ignored, "path-as-is": .ignored, "basic": .ignored, "no-keepalive": .ignored,
        "remote-name": .ignored, "tlsv1.2": .ignored, "tlsv1.3": .ignored, "disable": .ignored,
        "output": .ignoredWithValue, "write-out": .ignoredWithValue, "connect-timeout": .ignoredWithValue,
        "retry": .ignoredWithValue, "retry-delay": .ignoredWithValue, "max-redirs": .ignoredWithValue,
        "dump-header": .ignoredWithValue, "cookie-jar": .ignoredWithValue, "ciphers": .ignoredWithValue,
        "stderr": .ignoredWithValue, "trace-ascii": .ignoredWithValue, "limit-rate": .ignoredWithValue,
        "insecure": .insecure, "proxy-insecure": .insecure,
        "cacert": .setting("--ca-file"), "cert": .setting("--cert"), "key": .setting("--key"),
        "proxy": .setting("--proxy"), "pinnedpubkey": .setting("--pin"),
        "form": .form, "form-string": .formText, "config": .notDone, "digest": .notDone,
        "ntlm": .notDone, "negotiate": .notDone, "anyauth": .notDone, "aws-sigv4": .notDone,
        "resolve": .notDone, "connect-to": .notDone, "unix-socket": .notDone, "variable": .notDone,
        "expand-url": .notDone, "request-target": .notDone, "interface": .notDone,
    ]

    static let short: [Character: String] = [
        "X": "request", "H": "header", "d": "data", "u": "user", "b": "cookie", "A": "user-agent", "e": "referer",
        "I": "head", "G": "get", "m": "max-time", "y": "speed-time", "Y": "speed-limit", "s": "silent",
        "S": "show-error", "v": "verbose", "i": "include",
        "L": "location", "f": "fail", "#": "progress-bar", "N": "no-buffer", "g": "globoff", "4": "ipv4", "6": "ipv6",
        "o": "output", "w": "write-out", "D": "dump-header", "c": "cookie-jar", "k": "insecure", "E": "cert",
        "x": "proxy", "F": "form", "T": "upload-file", "K": "config", "O": "remote-name", "q": "disable",
        "r": "range", "0": "http1.0", "J": "remote-header-name", "R": "remote-time", ":": "next",
    ]
}
