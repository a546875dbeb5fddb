import ConsoleKit
import TerminalUI

/// What stands where the response will be: which key does what next; nothing where keys only look around.
enum FirstSteps {
    static func lines(_ scene: Scene, _ canvas: Canvas) -> [StyledText] {
        if scene.placement.isOnlyLookedAt { return [] }
        return scene.isSignedIn ? signedIn(canvas) : signedOut(scene, canvas)
    }

    private static func signedOut(_ scene: Scene, _ canvas: Canvas) -> [StyledText] {
        var lines = [StyledText("press ", .title) + canvas.key(ShellAction.signIn, "to sign in", .title)]
        for (index, user) in scene.context.demoUsers.enumerated() {
            let label = index == 0 ? "demo users: " : "            "
            let text = "\(label)\(user.username) / \(user.password)"
            lines.append(SafeText.line(text, style: .dim, glyphs: canvas.glyphs))
        }
        return lines + [StyledText(), canvas.key(ShellAction.help, "lists every key")]
    }

    private static func signedIn(_ canvas: Canvas) -> [StyledText] {
        let indent = StyledText("      ")
        return [
            StyledText("press ", .title) + canvas.key(ShellAction.send, "to send the request", .title),
            indent + canvas.key(ShellAction.burst, "to send it many times at once"),
            indent + canvas.key(ShellAction.faults, "to inject a fault; then send again"),
        ]
    }
}
