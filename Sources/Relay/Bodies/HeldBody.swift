/// What of a request's body has passed, kept in case that the request is sent again.
struct HeldBody {
    private let limit: Int
    private var bytes: [UInt8]? = []

    init(limit: Int, announced: Int?) {
        self.limit = limit
        if let announced, announced > limit { bytes = nil }
    }

    /// `nil` once it was more than the limit.
    var whole: [UInt8]? { bytes }

    mutating func append(_ part: UnsafeRawBufferPointer) {
        guard let count = bytes?.count else { return }
        if part.count > limit - count { bytes = nil } else { bytes?.append(contentsOf: part) }
    }

    mutating func release() { bytes = nil }
}
