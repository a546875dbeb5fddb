/// Recognises clusters of several scalars that are one emoji, two columns wide (UTS #51 §1.4).
enum EmojiSequence {
    private static let joiner: Unicode.Scalar = "\u{200D}"
    private static let emojiSelector: Unicode.Scalar = "\u{FE0F}"
    private static let keycap: Unicode.Scalar = "\u{20E3}"
    private static let blackFlag: Unicode.Scalar = "\u{1F3F4}"
    private static let endOfTags: Unicode.Scalar = "\u{E007F}"

    /// Whether the whole cluster is a flag, a keycap, a character with VS16 or a skin tone, or several emoji joined by
    /// ZWJ.
    static func matches(_ cluster: Character) -> Bool {
        let scalars = Array(cluster.unicodeScalars)
        guard scalars.count > 1 else { return false }
        if scalars.allSatisfy(\.isRegionalIndicator) { return scalars.count == 2 }
        if scalars[0] == blackFlag, scalars[1].isTag { return isTagSequence(scalars.dropFirst()) }
        if scalars[0].isASCII { return isKeycap(scalars) }
        return isJoinedPictures(scalars[...])
    }

    private static func isKeycap(_ scalars: [Unicode.Scalar]) -> Bool {
        scalars[0].properties.isEmoji && scalars.last == keycap
            && (scalars.count == 2 || scalars.count == 3 && scalars[1] == emojiSelector)
    }

    private static func isTagSequence(_ tags: ArraySlice<Unicode.Scalar>) -> Bool {
        tags.last == endOfTags && (4...8).contains(tags.count) && tags.allSatisfy(\.isTag)
    }

    private static func isJoinedPictures(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        var rest = scalars
        while let picture = rest.popFirst() {
            guard picture.properties.isEmoji, !picture.isASCII, !picture.isRegionalIndicator else { return false }
            if let next = rest.first, next.properties.isEmojiModifier { rest.removeFirst() }
            if rest.first == emojiSelector { rest.removeFirst() }
            guard let next = rest.popFirst() else { return true }
            guard next == joiner else { return false }
        }
        return false
    }
}

extension Unicode.Scalar {
    var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }
    fileprivate var isTag: Bool { (0xE0020...0xE007F).contains(value) }
}
