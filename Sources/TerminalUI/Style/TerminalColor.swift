/// One of the colours that every colour terminal has and that its owner has made readable.
///
/// There is no RGB: a theme of the terminal's own colours fits light and dark backgrounds alike.
package enum TerminalColor: UInt8, Hashable, Sendable {
    case black, red, green, yellow, blue, magenta, cyan, white
}
