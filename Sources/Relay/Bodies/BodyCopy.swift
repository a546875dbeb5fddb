/// The beginning of a body, for the owner to see.
struct BodyCopy {
    private let limit: Int
    private(set) var bytes: [UInt8] = []

    /// `nil` where nothing is wanted.
    init?(limit: Int) {
        guard limit > 0 else { return nil }
        self.limit = limit
    }

    var isFull: Bool { bytes.count == limit }

    mutating func append(_ part: UnsafeRawBufferPointer) { bytes += part.prefix(limit - bytes.count) }
}
