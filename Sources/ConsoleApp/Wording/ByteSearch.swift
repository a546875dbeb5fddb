extension Collection<UInt8> {
    /// Whether these bytes hold those of a text, one after the other.
    func holds(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { wanted in
            withContiguousStorageIfAvailable { Self.find(wanted, in: $0) }
                ?? Array(self).withUnsafeBufferPointer { Self.find(wanted, in: $0) }
        }
    }

    private static func find(_ wanted: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = wanted.first else { return true }
        guard bytes.count >= wanted.count else { return false }
        for start in 0...(bytes.count - wanted.count) where bytes[start] == first {
            if bytes[start..<start + wanted.count].elementsEqual(wanted) { return true }
        }
        return false
    }
}
