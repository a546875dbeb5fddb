import TerminalUI

/// What stands where the response will be: which key does what next.
enum Welcome {
    static func lines(_ model: Model, width: Int, glyphs: Glyphs) -> [StyledText] {
        let lines = model.isSignedIn ? signedIn(model, glyphs: glyphs) : signedOut(model, glyphs: glyphs)
        return lines.flatMap { $0.wrapped(to: width) }
    }

    private static func signedOut(_ model: Model, glyphs: Glyphs) -> [StyledText] {
        var lines = [hint("press ", "l", " to sign in", style: .title)]
        for (index, user) in model.context.demoUsers.enumerated() {
            let label = index == 0 ? "demo users: " : "            "
            lines.append(SafeText.line("\(label)\(user.username) / \(user.password)", style: .dim, glyphs: glyphs))
        }
        return lines + [StyledText(), hint("", "?", " lists every key")]
    }

    private static func signedIn(_ model: Model, glyphs: Glyphs) -> [StyledText] {
        [
            hint("press ", "r", " to send ", style: .title)
                + SafeText.line(model.request.name, style: .title, glyphs: glyphs),
            hint("      ", "b", " to send it many times at once"),
            hint("      ", "x", " to inject a fault; then send again"),
        ]
    }

    private static func hint(_ before: String, _ key: String, _ after: String, style: Style = .text) -> StyledText {
        StyledText(before, style) + StyledText(key, .key) + StyledText(after, style)
    }
}
