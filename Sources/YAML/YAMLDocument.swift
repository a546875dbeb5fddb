import CYAML
package import JOSE

/// A text in YAML 1.2, read as the JSON value that its core schema gives (YAML 1.2.2 §10.3).
///
/// Only what JSON has too is read: one document whose keys are scalars. A repeated key is refused (§3.2.1.3), and so is
/// a merge key, which is of YAML 1.1. Tags other than `!!str` change nothing, and infinities and NaN are texts.
package struct YAMLDocument: Sendable {
    /// How deep sequences and mappings may be nested.
    package static let maximumDepth = 128
    /// How much text all scalars may have together, in bytes, each counted as often as an alias repeats it.
    package static let textLimit = 16 << 20

    package let value: JSONValue

    /// Takes time in proportion to the text's length; `maximumCount` and ``textLimit`` bound what aliases make of it.
    package init(
        parsing bytes: [UInt8], maximumCount: Int = JSONValue.maximumCount
    ) throws(YAMLError) {
        value = try bytes.withUnsafeBufferPointer { bytes throws(YAMLError) in
            let reader = EventReader(bytes)
            defer { reader.close() }
            var composer = Composer(maximumCount: maximumCount)
            while let event = try reader.next() { try composer.take(event) }
            return try composer.finish(at: reader.place)
        }
    }
}
