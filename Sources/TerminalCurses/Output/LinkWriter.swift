import TerminalUI

/// Writes cells that are links over what curses has written, which knows nothing of links (OSC 8).
///
/// The cells keep what they show, and the cursor and the attributes are brought back: curses' idea of the screen stays
/// true.
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
        // By its name a terminal tells that the lines of a wrapped address are one link.
        let name = String(UInt32(truncatingIfNeeded: address.utf8.reduce(5381) { $0 &* 33 &+ UInt64($1) }), radix: 36)
        return place + "\u{1B}]8;id=\(name);\(address)\u{1B}\\" + text + "\u{1B}]8;;\u{1B}\\"
    }

    /// The look as ECMA-48 and xterm say it, beginning from none.
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
