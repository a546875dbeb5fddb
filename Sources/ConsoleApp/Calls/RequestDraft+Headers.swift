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

    mutating func duplicateHeader(at index: Int) {
        if headers.indices.contains(index) { headers.insert(headers[index], at: index + 1) }
    }

    /// Exchanges a header with its neighbour; answers where it is now.
    mutating func moveHeader(at index: Int, by step: Int) -> Int {
        guard headers.indices.contains(index), headers.indices.contains(index + step) else { return index }
        headers.swapAt(index, index + step)
        return index + step
    }

    var contentType: String? { HTTPHeaders(headers)["Content-Type"] }
}
