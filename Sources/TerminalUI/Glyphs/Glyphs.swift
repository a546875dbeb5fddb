/// The characters that views draw with: one set for UTF-8 terminals, one in plain ASCII.
///
/// Views take every character outside ASCII from here, so that they draw correctly with both. The two sets are objects,
/// because a copy for every call costs more than the drawing.
package final class Glyphs: Hashable, Sendable {
    package let isASCII: Bool
    package let border: BorderSet
    package let borderFocused: BorderSet
    package let borderPopup: BorderSet
    /// Stands before the title of the pane that has the focus.
    package let focusMark: String
    /// The head of an arrow to the left; ``focusMark`` is that of one to the right.
    package let arrowHeadLeft: String
    package let ellipsis: String
    package let dot: String
    package let dash: String
    package let bullet: String
    package let circle: String
    package let square: String
    package let check: String
    package let cross: String
    package let times: String
    package let delta: String
    package let enter: String
    package let arrowUp: String
    package let arrowDown: String
    package let arrowLeft: String
    package let arrowRight: String
    /// Stands before a folded part, and before a selected row.
    package let triangleRight: String
    package let triangleDown: String
    /// Stands for each character of a secret.
    package let mask: String
    package let barFull: String
    package let barEmpty: String
    /// One eighth to seven eighths of a column; empty where the set has no such characters.
    package let barEighths: [String]
    /// The part of a scrollbar that stands for the visible rows; no border uses this character.
    package let scrollThumb: String
    /// Marks a position on a bar.
    package let barMark: String

    package static let unicode = Glyphs(
        isASCII: false, border: .rounded, borderFocused: .heavy, borderPopup: .double, focusMark: "▶",
        arrowHeadLeft: "◀",
        ellipsis: "…", dot: "·", dash: "–", bullet: "•", circle: "●", square: "■", check: "✓", cross: "✗", times: "×",
        delta: "Δ", enter: "⏎", arrowUp: "↑", arrowDown: "↓", arrowLeft: "←", arrowRight: "→", triangleRight: "▸",
        triangleDown: "▾", mask: "•", barFull: "█", barEmpty: "░",
        barEighths: ["▏", "▎", "▍", "▌", "▋", "▊", "▉"], scrollThumb: "█", barMark: "╎")

    package static let ascii = Glyphs(
        isASCII: true, border: .asciiLight, borderFocused: .asciiHeavy, borderPopup: .asciiHeavy, focusMark: ">",
        arrowHeadLeft: "<",
        ellipsis: "~", dot: "-", dash: "-", bullet: "*", circle: "*", square: "#", check: "ok", cross: "!!", times: "x",
        delta: "d", enter: "enter", arrowUp: "^", arrowDown: "v", arrowLeft: "<-", arrowRight: "->",
        triangleRight: ">", triangleDown: "v", mask: "*", barFull: "#", barEmpty: ".", barEighths: [],
        scrollThumb: "%", barMark: "!")

    private init(
        isASCII: Bool, border: BorderSet, borderFocused: BorderSet, borderPopup: BorderSet, focusMark: String,
        arrowHeadLeft: String,
        ellipsis: String, dot: String, dash: String, bullet: String, circle: String, square: String, check: String,
        cross: String, times: String, delta: String, enter: String, arrowUp: String, arrowDown: String,
        arrowLeft: String, arrowRight: String, triangleRight: String, triangleDown: String, mask: String,
        barFull: String, barEmpty: String, barEighths: [String], scrollThumb: String, barMark: String
    ) {
        self.isASCII = isASCII
        self.border = border
        self.borderFocused = borderFocused
        self.borderPopup = borderPopup
        self.focusMark = focusMark
        self.arrowHeadLeft = arrowHeadLeft
        self.ellipsis = ellipsis
        self.dot = dot
        self.dash = dash
        self.bullet = bullet
        self.circle = circle
        self.square = square
        self.check = check
        self.cross = cross
        self.times = times
        self.delta = delta
        self.enter = enter
        self.arrowUp = arrowUp
        self.arrowDown = arrowDown
        self.arrowLeft = arrowLeft
        self.arrowRight = arrowRight
        self.triangleRight = triangleRight
        self.triangleDown = triangleDown
        self.mask = mask
        self.barFull = barFull
        self.barEmpty = barEmpty
        self.barEighths = barEighths
        self.scrollThumb = scrollThumb
        self.barMark = barMark
    }

    package static func == (left: Glyphs, right: Glyphs) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(isASCII) }
}
