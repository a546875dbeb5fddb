/// Texts of a server that mean something in the grammars that a program writes them into.
package enum HostileText {
    package static let all: [String] = [
        "x$(touch${IFS}PWN)", "x`touch PWN`", "x;touch PWN", "x|touch PWN", "x&touch PWN", "x>PWN", "$HOME",
        "x'; PWN '",
        "x\"; PWN \"", "x\\", "x machine other.example login mallory password p", "x\nmachine other.example",
        "x\r\nX-Injected: 1", "x\npassword=p", "x\u{0}y", "x y", "x\ty", "=x", "!x", "x!y", "#x", "x # SKIP", "<a>&\"'",
        "]]>", "--> x", "x\u{1B}[31m", "x\u{9B}31m", "x\u{202E}y", "x\u{2066}y", "x\u{200B}y", "x\u{AD}y", "x\u{FEFF}y",
        "x\u{E0041}y", "x\u{2028}y", "x\u{FFFF}y", "\u{E4}", "*", "x[a-z]", "{a,b}", "%0a", "x%y",
    ]

    /// Those that no terminal shows as they are.
    package static let unseen: [Unicode.Scalar] = [
        "\u{0}", "\u{7}", "\u{1B}", "\u{7F}", "\u{9B}", "\u{AD}", "\u{34F}", "\u{115F}", "\u{180E}", "\u{200B}",
        "\u{200E}", "\u{202E}", "\u{2060}", "\u{2066}", "\u{3164}", "\u{FEFF}", "\u{FFFE}", "\u{E0001}", "\u{E0041}",
    ]
}
