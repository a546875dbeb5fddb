import HostSystem

/// A colour in sRGB.
package struct ColorComponents: Hashable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// WCAG 2.2, relative luminance: 0 is black, 1 is white.
    package var luminance: Double {
        func linear(_ component: UInt8) -> Double {
            let value = Double(component) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// WCAG 2.2, contrast ratio: from 1 for a colour on itself to 21 for black on white.
    package func contrast(with other: ColorComponents) -> Double {
        let (lighter, darker) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (lighter + 0.05) / (darker + 0.05)
    }

    /// Whether black has more contrast on it than white.
    package var isLight: Bool {
        contrast(with: ColorComponents(red: 0, green: 0, blue: 0))
            > contrast(with: ColorComponents(red: 255, green: 255, blue: 255))
    }
}
