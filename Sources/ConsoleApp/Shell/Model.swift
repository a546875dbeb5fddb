package import FoundationEssentials
package import TerminalUI

/// All that the console shows and all that keys act on: the scene, the screens, and the shell around it.
///
/// Only ``update(_:_:)`` changes it.
package struct Model: Sendable {
    package internal(set) var size = Size.zero
    /// What the console is drawn in: places of what can be clicked depend on it.
    package let glyphs: Glyphs
    var scene: Scene
    /// The moment that is shown: all clocks of a frame agree, and a key pressed within a second moves none.
    private(set) var shownMoment: Date
    var screens: Screens
    var shell = Shell()

    /// Creates the model of a console that has just been opened; the session's state is not known yet.
    ///
    /// `secondsFromUTC` is the offset of the local time zone at `now`. `standIn` is what is used in the place of a type
    /// of terminal that this machine has no description of.
    package init(
        context: ConsoleContext, now: Date, secondsFromUTC: Int, glyphs: Glyphs = .unicode, isMouseOn: Bool = false,
        standIn: (type: String, substitute: String)? = nil
    ) {
        self.glyphs = glyphs
        scene = Scene(
            context: context, time: TimeText(format: .local, now: now, secondsFromUTC: secondsFromUTC))
        shownMoment = now
        screens = Screens(context)
        if context.resource != nil { shell.dialog = ChainDialog() }
        shell.isMouseOn = isMouseOn
        shell.notice = standIn.map { .terminalStandIn(for: $0.type, $0.substitute) }
    }

    /// Creates the model of one more session, shown in the way of another.
    init(context: ConsoleContext, like other: Model) {
        glyphs = other.glyphs
        scene = Scene(context: context, time: other.scene.time)
        shownMoment = other.scene.now
        screens = Screens(context)
        shell.isMouseOn = other.shell.isMouseOn
        shell.isOpenedLater = true
        if context.resource != nil { shell.dialog = ChainDialog() }
    }

    /// Moves the shown moment to the present one where the second or the scene has changed.
    mutating func settleMoment(since revision: Int) {
        let second = { (date: Date) in date.timeIntervalSince1970.rounded(.down) }
        if scene.revision != revision || second(scene.now) != second(shownMoment) { shownMoment = scene.now }
    }

    /// Shows another moment.
    mutating func stand(at time: Date) {
        scene.time.now = time
        shownMoment = time
    }

    /// The scene at the shown moment.
    var shownScene: Scene {
        var scene = scene
        scene.time.now = shownMoment
        return scene
    }
}
