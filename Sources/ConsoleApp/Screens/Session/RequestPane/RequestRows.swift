/// The rows of a request that there is room for: method and path, what lies between, and the body.
///
/// The first row and the selected one are always in sight, and the body's first where it has one.
struct RequestRows {
    /// What is shown between method and body.
    let middle: [RequestField]
    /// What is not in sight, in words: `2 headers, 3 lines of body`.
    let hiddenWords: String

    init(_ fields: [RequestField], selected: RequestField?, bodyRows: Int, hasBody: Bool, height: Int) {
        let all = Array(fields.dropFirst(2).dropLast())
        let room = max(0, height - 1)
        let index = selected.flatMap { all.firstIndex(of: $0) }
        var kept = hasBody || selected == .body ? max(min(bodyRows, room - all.count), min(1, room)) : 0
        if selected == .body { kept = min(bodyRows, room) }
        if index != nil { kept = min(kept, max(0, room - 1)) }
        let count = min(all.count, room - kept)
        let start = index.map { max(0, $0 - count + 1) } ?? 0
        middle = Array(all[start..<start + count])
        let missing = all[..<start] + all[(start + count)...]
        let headers = missing.count { if case .header = $0 { true } else { false } }
        let lines = hasBody ? max(0, bodyRows - (room - count)) : 0
        hiddenWords = [
            missing.contains(.authorization) ? "token" : nil,
            headers == 0 ? nil : headers == 1 ? "1 header" : "\(headers) headers",
            lines == 0 ? nil : lines == bodyRows ? "body" : "\(lines) more rows of body",
        ].compactMap(\.self).joined(separator: ", ")
    }
}
