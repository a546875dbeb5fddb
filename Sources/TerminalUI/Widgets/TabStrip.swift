/// Titles side by side, one of them chosen.
package enum TabStrip {
    package struct Tab: Hashable, Sendable {
        /// The key that chooses the tab, if it has one of its own.
        package var key: String?
        package var title: String

        package init(_ title: String, key: String? = nil) {
            self.title = title
            self.key = key
        }
    }

    /// Lays the titles out: the chosen tab is marked in front and drawn reversed.
    ///
    /// Where there is too little room, the other tabs keep only
    /// their keys; what doesn't fit even so is cut.
    package static func text(_ tabs: [Tab], selected: Int, columns: Int, glyphs: Glyphs) -> StyledText {
        let long = text(tabs, selected: selected, isShort: false, glyphs: glyphs)
        if long.columns <= columns { return long }
        return text(tabs, selected: selected, isShort: true, glyphs: glyphs)
            .truncated(to: columns, ellipsis: glyphs.ellipsis)
    }

    private static func text(_ tabs: [Tab], selected: Int, isShort: Bool, glyphs: Glyphs) -> StyledText {
        var strip = StyledText()
        for (index, tab) in tabs.enumerated() {
            let label = [tab.key, tab.title].compactMap(\.self).joined(separator: " ")
            if index == selected {
                strip.append("\(glyphs.triangleRight)\(label) ", .selection)
            } else if isShort, let key = tab.key {
                strip.append(" \(key) ", .key)
            } else {
                strip.append(" ")
                if let key = tab.key { strip.append("\(key) ", .key) }
                strip.append("\(tab.title) ")
            }
        }
        return strip
    }
}
