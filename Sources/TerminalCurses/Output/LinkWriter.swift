import TerminalUI

/// Writes linked cells a second time as hyperlinks (OSC 8), which curses doesn't support.
///
/// The text stays the same, and cursor and attributes are restored, so curses' record of the screen stays valid.
struct LinkWriter {
    let painter: Painter

    func sequence(for links: [LinkRun]) -> String {
        guard !links.isEmpty else { return "" }
        return "\u{1B}7" + links.map(sequence).joined() + "\u{1B}8"
    }

    private func sequence(for link: LinkRun) -> String {
        let place = "\u{1B}[\(link.run.origin.y + 1);\(link.run.origin.x + 1)H"
        var text = ""
        var style: Style?
        for cell in link.run.cells {
            if cell.style != style { text += Self.rendition(painter.theme[cell.style]) }
            style = cell.style
            for character in painter.characters(of: cell).joined() {
                text.unicodeScalars.append(Unicode.Scalar(UInt32(character)) ?? "?")
            }
        }
        guard let address = link.address else { return place + text }
        // The same id joins the lines of a wrapped address into one link.
        let name = String(UInt32(truncatingIfNeeded: address.utf8.reduce(5381) { $0 &* 33 &+ UInt64($1) }), radix: 36)
        return place + "\u{1B}]8;id=\(name);\(address)\u{1B}\\" + text + "\u{1B}]8;;\u{1B}\\"
    }

    /// The SGR sequence (ECMA-48, xterm) that sets this look, whatever the look before.
    private static func rendition(_ look: Appearance) -> String {
        let attributes: [(Attributes, Int)] = [
            (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7),
        ]
        var parameters = ["0"] + attributes.filter { look.attributes.contains($0.0) }.map { "\($0.1)" }
        for (color, plane) in [(look.foreground, 3), (look.background, 4)] {
            guard let number = color?.number else { continue }
            parameters.append(number < 8 ? "\(plane)\(number)" : "\(plane)8;5;\(number)")
        }
        return "\u{1B}[" + parameters.joined(separator: ";") + "m"
    }
}
