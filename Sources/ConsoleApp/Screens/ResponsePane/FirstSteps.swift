import ConsoleKit
import TerminalUI

/// What stands where the response will be: what can be done here; nothing where keys only look around.
enum FirstSteps {
    /// Of a width; what has no room is left out.
    static func lines(_ scene: Scene, _ canvas: Canvas, width: Int, canSend: Bool) -> [StyledText] {
        if scene.placement.isOnlyLookedAt { return [] }
        if scene.isSignedIn { return !canSend ? [] : signedIn(canvas).flatMap { $0.wrapped(to: width) } }
        let send = ShellAction.send.key(canvas.glyphs)
        return Offer.all(in: scene, canvas.glyphs).filter { canSend || $0.key != send }.map {
            $0.line(canvas).truncated(to: width, ellipsis: canvas.glyphs.ellipsis)
        }
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
