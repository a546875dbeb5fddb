/// How a program wants its next text to look (ECMA-48 §8.3.117, Select Graphic Rendition), in the theme's terms.
///
/// A program chooses colours for a background that it doesn't know. Each becomes the role of a similar hue, which can
/// be read on every theme, and a coloured background the same hue in reverse.
struct Pen: Sendable {
    private var ink: StyleRole?
    private var ground: StyleRole?
    private var attributes: Attributes = []

    var style: Style {
        ground.map { Style($0, attributes.union(.reverse)) } ?? Style(ink ?? .text, attributes)
    }

    mutating func select(_ parameters: [[Int]]) {
        if parameters.isEmpty { self = Pen() }
        var place = 0
        while place < parameters.count {
            let parts = parameters[place]
            place += 1
            switch parts.first ?? 0 {
            case 0: self = Pen()
            case 1: attributes.insert(.bold)
            case 2: attributes.insert(.dim)
            case 3: attributes.insert(.italic)
            case 4: attributes.set(.underline, parts.dropFirst().first != 0)
            case 7: attributes.insert(.reverse)
            case 22: attributes.subtract([.bold, .dim])
            case 23: attributes.remove(.italic)
            case 24: attributes.remove(.underline)
            case 27: attributes.remove(.reverse)
            case let code where (30...37).contains(code): ink = .ofHue(code - 30)
            case let code where (40...47).contains(code): ground = .ofGround(code - 40)
            case let code where (90...97).contains(code): ink = .ofHue(code - 82)
            case let code where (100...107).contains(code): ground = .ofGround(code - 92)
            case 38: ink = Self.color(parts, parameters, &place).map { .ofHue($0) } ?? ink
            case 48: ground = Self.color(parts, parameters, &place).map { .ofGround($0) } ?? ground
            case 39: ink = nil
            case 49: ground = nil
            default: break
            }
        }
    }

    /// The colour behind 38 or 48, as a number of the palette: `5;N` or `2;R;G;B`, in parts of it or in parameters of
    /// their own (ISO 8613-6).
    private static func color(_ parts: [Int], _ parameters: [[Int]], _ place: inout Int) -> Int? {
        var numbers = Array(parts.dropFirst())
        if numbers.isEmpty {
            let kind = place < parameters.count ? parameters[place].first ?? 0 : 0
            let length = kind == 5 ? 2 : kind == 2 ? 4 : 1
            numbers = parameters.dropFirst(place).prefix(length).map { $0.first ?? 0 }
            place += length
        } else if numbers.first == 2, numbers.count > 4 {
            // The number of a colour space stands before the components.
            numbers.remove(at: 1)
        }
        switch numbers.first {
        case 5 where numbers.count == 2: return numbers[1]
        case 2 where numbers.count >= 4: return ColorComponents.number(numbers[1], numbers[2], numbers[3])
        default: return nil
        }
    }
}

extension ColorComponents {
    /// The nearest in the cube of the palette.
    fileprivate static func number(_ red: Int, _ green: Int, _ blue: Int) -> Int {
        let level = { (value: Int) in min(5, max(0, value) * 6 / 256) }
        return 16 + 36 * level(red) + 6 * level(green) + level(blue)
    }
}

extension StyleRole {
    /// The role of a background; `nil` for one as dark as most are.
    fileprivate static func ofGround(_ number: Int) -> StyleRole? { number == 0 || number == 16 ? nil : ofHue(number) }

    /// The role of a colour of the palette.
    fileprivate static func ofHue(_ number: Int) -> StyleRole {
        switch number {
        case 1, 9: .danger
        case 2, 10: .success
        case 3, 11: .warning
        case 4, 6, 12, 14: .accent
        case 5, 13: .jsonLiteral
        case 8: .dim
        case 16..<256: ofComponents(TerminalColor(UInt8(number)).components)
        default: .text
        }
    }

    private static func ofComponents(_ color: ColorComponents?) -> StyleRole {
        guard let color else { return .text }
        let parts = [color.red, color.green, color.blue]
        let (least, most) = (parts.min() ?? 0, parts.max() ?? 0)
        if most - least < 0x30 { return (0x30..<0x90).contains(most) ? .dim : .text }
        let middle = least + (most - least) / 2
        return switch (color.red > middle, color.green > middle, color.blue > middle) {
        case (true, false, false): .danger
        case (false, true, false): .success
        case (true, true, false): .warning
        case (true, false, true): .jsonLiteral
        default: .accent
        }
    }
}

extension Attributes {
    fileprivate mutating func set(_ attribute: Attributes, _ isOn: Bool) {
        if isOn { insert(attribute) } else { remove(attribute) }
    }
}
