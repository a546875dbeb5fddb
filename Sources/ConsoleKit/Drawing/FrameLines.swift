package import TerminalUI

/// Frames that share lines: where lines of different weight meet, the character that joins them.
package struct FrameLines {
    private let size: Size
    /// The weights of the four arms of every cell, two bits each from the lowest: up, right, down, left; 0 none,
    /// 1 light, 2 heavy.
    private var weights: [UInt8]

    package init(size: Size) {
        self.size = size
        weights = Array(repeating: 0, count: size.width * size.height)
    }

    private enum Arm: UInt8 {
        case up = 0
        case right = 2
        case down = 4
        case left = 6
    }

    package mutating func add(_ rect: Rect, isHeavy: Bool) {
        guard rect.width > 1, rect.height > 1 else { return }
        let weight: UInt8 = isHeavy ? 2 : 1
        for x in rect.x..<rect.maxX {
            for y in [rect.y, rect.maxY - 1] {
                if x > rect.x { raise(.left, x, y, to: weight) }
                if x < rect.maxX - 1 { raise(.right, x, y, to: weight) }
            }
        }
        for y in rect.y..<rect.maxY {
            for x in [rect.x, rect.maxX - 1] {
                if y > rect.y { raise(.up, x, y, to: weight) }
                if y < rect.maxY - 1 { raise(.down, x, y, to: weight) }
            }
        }
    }

    private mutating func raise(_ arm: Arm, _ x: Int, _ y: Int, to weight: UInt8) {
        guard x >= 0, y >= 0, x < size.width, y < size.height else { return }
        let index = y * size.width + x
        let current = weights[index] >> arm.rawValue & 3
        if weight > current { weights[index] += (weight - current) << arm.rawValue }
    }

    /// Draws the lines that are other than before, heavy ones in the style of the focus; what was written over the old
    /// lines stays.
    package func draw(on surface: inout Surface, changedSince old: FrameLines, glyphs: Glyphs) {
        let cells = glyphs.isASCII ? Self.asciiJoints : Self.joints
        for (index, weight) in weights.enumerated() where weight > 0 && weight != old.weights[index] {
            let point = Point(x: index % size.width, y: index / size.width)
            if old.weights[index] == 0 || surface[point] == cells[Int(old.weights[index])] {
                surface[point] = cells[Int(weight)]
            }
        }
    }

    /// Draws the lines in a rectangle.
    package func draw(on surface: inout Surface, in rect: Rect, glyphs: Glyphs) {
        let cells = glyphs.isASCII ? Self.asciiJoints : Self.joints
        for y in rect.y..<rect.maxY {
            for x in rect.x..<rect.maxX { surface[Point(x: x, y: y)] = cells[Int(weights[y * size.width + x])] }
        }
    }

    /// The joint of every combination of arms.
    private static let joints = allJoints { arms in characters[arms.reduce(0) { $0 * 3 + $1 }] }
    private static let asciiJoints = allJoints { arms in
        let glyphs = Glyphs.ascii
        let set = arms.contains(2) ? glyphs.borderFocused : glyphs.border
        if arms[0] == 0, arms[2] == 0 { return set.horizontal }
        if arms[1] == 0, arms[3] == 0 { return set.vertical }
        return set.topLeft
    }

    private static func allJoints(_ character: ([Int]) -> Character) -> [Cell] {
        (0..<256).map { code in
            let arms = [Arm.up, .right, .down, .left].map { code >> Int($0.rawValue) & 3 }
            guard arms.allSatisfy({ $0 < 3 }) else { return .blank }
            return Cell(character(arms), style: arms.contains(2) ? .borderFocused : .border)
        }
    }

    /// The box-drawing character for every combination of arms, up, right, down, left read as digits of base 3.
    private static let characters: [Character] = {
        let lines = """
            0001╴ 0002╸ 0010╷ 0011╮ 0012┑ 0020╻ 0021┒ 0022┓ 0100╶ 0101─ 0102╾ 0110╭ 0111┬ 0112┭ 0120┎ 0121┰ 0122┱ \
            0200╺ 0201╼ 0202━ 0210┍ 0211┮ 0212┯ 0220┏ 0221┲ 0222┳ 1000╵ 1001╯ 1002┙ 1010│ 1011┤ 1012┥ 1020╽ 1021┧ \
            1022┪ 1100╰ 1101┴ 1102┵ 1110├ 1111┼ 1112┽ 1120┟ 1121╁ 1122╅ 1200┕ 1201┶ 1202┷ 1210┝ 1211┾ 1212┿ 1220┢ \
            1221╆ 1222╈ 2000╹ 2001┚ 2002┛ 2010╿ 2011┦ 2012┩ 2020┃ 2021┨ 2022┫ 2100┖ 2101┸ 2102┹ 2110┞ 2111╀ 2112╃ \
            2120┠ 2121╂ 2122╉ 2200┗ 2201┺ 2202┻ 2210┡ 2211╄ 2212╇ 2220┣ 2221╊ 2222╋
            """
        var characters = [Character](repeating: " ", count: 81)
        for entry in lines.split(separator: " ") {
            guard let index = Int(entry.prefix(4), radix: 3), let character = entry.last else { continue }
            characters[index] = character
        }
        return characters
    }()
}
