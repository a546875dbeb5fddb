import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct ColorTests {
    private let black = ColorComponents(red: 0, green: 0, blue: 0)
    private let white = ColorComponents(red: 255, green: 255, blue: 255)

    @Test func `WCAG 2_2: contrast is 21 for black on white, and about 4,5 for the greys that its users know`() {
        #expect(abs(black.contrast(with: white) - 21) < 1e-9)
        #expect(abs(white.contrast(with: white) - 1) < 1e-9)
        let (passing, failing) = (
            ColorComponents(red: 0x76, green: 0x76, blue: 0x76), ColorComponents(red: 0x77, green: 0x77, blue: 0x77)
        )
        #expect(passing.contrast(with: white) >= 4.5)
        #expect(failing.contrast(with: white) < 4.5)
        #expect(failing.contrast(with: white) == white.contrast(with: failing))
    }

    @Test func `the palette's cube and greys are xterm's, and its first colours the owner's`() {
        #expect((0..<16).allSatisfy { TerminalColor($0).components == nil })
        #expect(TerminalColor(16).components == black)
        #expect(TerminalColor(231).components == white)
        #expect(TerminalColor(25).components == ColorComponents(red: 0, green: 0x5F, blue: 0xAF))
        #expect(TerminalColor(208).components == ColorComponents(red: 0xFF, green: 0x87, blue: 0))
        #expect(TerminalColor(232).components == ColorComponents(red: 8, green: 8, blue: 8))
        #expect(TerminalColor(255).components == ColorComponents(red: 0xEE, green: 0xEE, blue: 0xEE))
    }

    @Test(arguments: [
        (0xFFFFFF, true), (0xFDF6E3, true), (0xEEEEEE, true), (0x000000, false), (0x002B36, false), (0x1E1E1E, false),
        (0x2E3440, false),
    ])
    func `Solarized and other usual backgrounds are told to be light or dark`(background: Int, isLight: Bool) {
        let color = ColorComponents(
            red: UInt8(background >> 16), green: UInt8(background >> 8 & 0xFF), blue: UInt8(background & 0xFF))
        #expect(color.isLight == isLight)
    }
}
