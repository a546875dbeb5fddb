package import TerminalUI

extension QRCode {
    /// The margin of light modules: fewer than the standard's four, but enough for today's cameras.
    private static func margin(_ glyphs: Glyphs) -> Int { glyphs.isASCII ? 1 : 2 }

    /// The size of the lines.
    func size(_ glyphs: Glyphs) -> Size {
        let full = side + 2 * Self.margin(glyphs)
        return glyphs.isASCII ? Size(width: 2 * full, height: full) : Size(width: full, height: (full + 1) / 2)
    }

    /// The code as text, light modules drawn and dark ones left out, to be written in the role
    /// ``StyleRole/codeModules``; without colours it is right on a dark background only.
    package func lines(_ glyphs: Glyphs) -> [String] {
        let margin = Self.margin(glyphs)
        let range = -margin..<side + margin
        if glyphs.isASCII {
            return range.map { y in range.map { isDark($0, y) ? "  " : "##" }.joined() }
        }
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
            range.map { x in
                switch (isDark(x, y), !isDark(x, y + 1)) {
                case (false, true): "█"
                case (false, false): "▀"
                case (true, true): "▄"
                case (true, false): " "
                }
            }
            .joined()
        }
    }
}
