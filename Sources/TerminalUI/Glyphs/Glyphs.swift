/// The characters that views draw with: one set for UTF-8 terminals, one in plain ASCII.
///
/// Views take every character outside ASCII from here, so that they draw correctly with both.
package struct Glyphs: Hashable, Sendable {
    package let isASCII: Bool
    package let border: BorderSet
    package let borderFocused: BorderSet
    package let borderPopup: BorderSet
    /// Stands before the title of the pane that has the focus.
    package let focusMark: String
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
        ellipsis: "…", dot: "·", dash: "–", bullet: "•", circle: "●", square: "■", check: "✓", cross: "✗", times: "×",
        delta: "Δ", enter: "⏎", arrowUp: "↑", arrowDown: "↓", arrowLeft: "←", arrowRight: "→", triangleRight: "▸",
        triangleDown: "▾", mask: "•", barFull: "█", barEmpty: "░",
        barEighths: ["▏", "▎", "▍", "▌", "▋", "▊", "▉"], scrollThumb: "█", barMark: "╎")

    package static let ascii = Glyphs(
        isASCII: true, border: .asciiLight, borderFocused: .asciiHeavy, borderPopup: .asciiHeavy, focusMark: ">",
        ellipsis: "~", dot: "-", dash: "-", bullet: "*", circle: "*", square: "#", check: "ok", cross: "!!", times: "x",
        delta: "d", enter: "enter", arrowUp: "^", arrowDown: "v", arrowLeft: "<-", arrowRight: "->",
        triangleRight: ">", triangleDown: "v", mask: "*", barFull: "#", barEmpty: ".", barEighths: [],
        scrollThumb: "%", barMark: "!")
}
