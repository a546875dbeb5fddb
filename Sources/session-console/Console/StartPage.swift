import ConsoleApp
import ConsoleKit
import HostSystem
import TerminalCurses
import TerminalUI

/// The screen that opens where nothing is named; it ends with the command line that was chosen.
@TerminalActor
final class StartPage {
    private let terminal: any ConsoleTerminal
    private let departure: ConsoleDeparture
    private let glyphs: Glyphs
    private var menu: StartMenu
    private var hits = HitMap<HitTarget>()
    private var chosen: CommandContext?
    private let context: CommandContext

    /// `nil` where the user leaves.
    static func choose(_ context: CommandContext) async throws -> CommandContext? {
        let theme = try context.theme()
        let profiles = ProfileFolder(path: try context.folders().profiles).names()
        return try await Console.withTerminal(context, theme) { terminal in
            let page = StartPage(terminal, context, StartMenu(profiles: profiles))
            return try await page.run()
        }
    }

    private init(_ terminal: any ConsoleTerminal, _ context: CommandContext, _ menu: StartMenu) {
        (self.terminal, self.context, self.menu) = (terminal, context, menu)
        departure = ConsoleDeparture(terminal)
        glyphs = context.usesASCII ? .ascii : terminal.glyphs
    }

    private func run() async throws -> CommandContext? {
        show()
        terminal.receive = { [weak self] in self?.receive($0) }
        await departure.end()
        terminal.receive = nil
        try departure.report()
        return chosen
    }

    private func show() {
        let canvas = menu.draw(terminal.size, glyphs)
        hits = canvas.hits
        terminal.show(canvas.surface)
    }

    private func receive(_ event: TerminalEvent) {
        switch departure.take(event) {
        case .key(.control("c"))?: departure.leaveOnce()
        case .key(.mouse(let click))?:
            if click.action == .press, let target = hits.hit(at: click.position) { take(menu.click(target)) }
        case .key(let key)?: take(menu.press(key))
        case .resized?: show()
        case .resumed?:
            terminal.redraw()
            show()
        case nil: break
        }
    }

    private func take(_ step: StartMenu.Step) {
        switch step {
        case .stays: break
        case .leaves: departure.leaveOnce()
        case .opens(let words):
            do throws(CommandFailure) {
                chosen = try context.typed(words.map { $0.withHome(context.environment) })
                return departure.leaveOnce()
            } catch {
                menu.refuse(error.message)
            }
        }
        show()
    }
}

extension CommandContext {
    /// The command line of these words, with what this one says about the screen.
    fileprivate func typed(_ words: [String]) throws(CommandFailure) -> CommandContext {
        var invocation: Invocation
        do throws(UsageError) { invocation = try ArgumentParser.parse(words) } catch {
            throw CommandFailure(error, command: nil)
        }
        for option in Option.screen { invocation.values[option] = self.invocation.values[option] }
        let typed = try CommandContext(of: invocation, environment: environment, output: output)
        // What can't be shown is said here, where another file can be named.
        if typed.command.name == Command.open.name, let path = typed.operands.first { _ = try RecordingSource(path) }
        return typed
    }
}
