import HTTPServer

/// A JSON array of a number of megabytes (10^6 bytes), generated while it is sent.
struct LargeBody: Sendable {
    /// 100 000 bytes: a hundred elements, each after its comma.
    private static let chunk: [UInt8] = {
        let element = ",{\"filler\":\"" + String(repeating: "01234", count: 197) + "\"}\n"
        return Array(String(repeating: element, count: 100).utf8)
    }()

    private let chunkCount: Int

    /// One megabyte, or the query's `mb`, at most 4096.
    init(query: FormItems) {
        chunkCount = 10 * min(max(query["mb"].flatMap { Int($0) } ?? 1, 1), 4096)
    }

    var response: ServerResponse {
        ServerResponse(
            headers: ["Content-Type": "application/json"],
            body: .chunks(length: chunkCount * Self.chunk.count) { [chunkCount] index in
                guard index < chunkCount else { return nil }
                var chunk = Self.chunk
                if index == 0 { chunk[0] = UInt8(ascii: "[") }
                if index == chunkCount - 1 { chunk[chunk.count - 1] = UInt8(ascii: "]") }
                return chunk
            })
    }
}
