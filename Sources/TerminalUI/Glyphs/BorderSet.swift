/// The characters of one kind of frame, each one column wide.
package struct BorderSet: Hashable, Sendable {
    package let horizontal: Character
    package let vertical: Character
    package let topLeft: Character
    package let topRight: Character
    package let bottomLeft: Character
    package let bottomRight: Character

    package static let rounded = BorderSet(
        horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯")

    package static let heavy = BorderSet(
        horizontal: "━", vertical: "┃", topLeft: "┏", topRight: "┓", bottomLeft: "┗", bottomRight: "┛")

    package static let double = BorderSet(
        horizontal: "═", vertical: "║", topLeft: "╔", topRight: "╗", bottomLeft: "╚", bottomRight: "╝")

    package static let asciiLight = BorderSet(
        horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+")

    package static let asciiHeavy = BorderSet(
        horizontal: "=", vertical: "#", topLeft: "#", topRight: "#", bottomLeft: "#", bottomRight: "#")
}
