import SessionCore

extension RequestDraft {
    /// Removes a header; answers it.
    mutating func removeHeader(at index: Int) -> HTTPHeaders.Field? {
        headers.indices.contains(index) ? headers.remove(at: index) : nil
    }

    /// Puts a header where it was, as far as that place still exists.
    mutating func restore(_ header: HTTPHeaders.Field, at index: Int) {
        headers.insert(header, at: min(max(0, index), headers.count))
    }

    var contentType: String? { HTTPHeaders(headers)["Content-Type"] }
}
