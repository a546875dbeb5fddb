/// How much of a body a tab shows, where that is not all.
package struct BodyPart: Sendable, Hashable {
    let shown: Int
    let total: Int

    package var words: String { "the first \(ByteCount(shown)) of \(ByteCount(total))" }
}
