import CCurl
import SessionHTTP

/// A request's header fields in libcurl's form.
///
/// Unchecked because of the pointer: its target is written while the list is made, and only read after that.
final class HeaderList: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<curl_slist>?

    /// Makes a list of the request's fields that may be sent, and those that every request has.
    init(of request: HTTPRequest, userAgent: String?) {
        var lines = Lines()
        for field in request.headers.fields where !RequestRules.isFraming(field.name) {
            lines.add(field.name, field.value)
        }
        func adds(_ name: String) -> Bool {
            request.headers[name] == nil && !request.omittedFields.contains { $0.equalsIgnoringCase(name) }
        }
        if adds("Accept-Encoding") { lines.add("Accept-Encoding", ContentCoding.accepted) }
        if let userAgent, adds("User-Agent") { lines.add("User-Agent", userAgent) }
        for name in request.omittedFields where request.headers[name] == nil && !RequestRules.isFraming(name) {
            lines.leaveOut(name)
        }
        if request.body.isPresent {
            lines.leaveOut("Expect")
            if request.headers["Content-Type"] == nil { lines.leaveOut("Content-Type") }
        }
        pointer = lines.list
    }

    deinit {
        console_curl_slist_free_all(pointer)
    }

    /// Lines in libcurl's notation, in which a bare "Name:" stops libcurl from adding that field.
    private struct Lines {
        private(set) var list: UnsafeMutablePointer<curl_slist>?
        private var line: [UInt8] = []

        mutating func add(_ name: String, _ value: String) {
            append(name, value.isEmpty ? ";" : ": ", value)
        }

        mutating func leaveOut(_ name: String) {
            append(name, ":", "")
        }

        private mutating func append(_ name: String, _ separator: String, _ value: String) {
            line.removeAll(keepingCapacity: true)
            line.append(contentsOf: name.utf8)
            line.append(contentsOf: separator.utf8)
            line.append(contentsOf: value.utf8)
            line.append(0)
            line.withUnsafeBytes { bytes in
                list = console_curl_slist_append(list, bytes.assumingMemoryBound(to: CChar.self).baseAddress) ?? list
            }
        }
    }
}
