import TerminalUI

/// Chooses a screen's theme: the one that was named, or else the one that fits the terminal's background.
@TerminalActor
final class ThemeSwitch {
    private(set) var choice: Theme.Choice
    private let screen: CursesScreen
    private var question: BackgroundQuestion?
    private var isWaiting = false
    /// The surface to show when the theme is known.
    private var held: Surface?

    init(_ screen: CursesScreen, choice: Theme.Choice) {
        self.screen = screen
        self.choice = choice
        if choice == .fitting { ask() }
    }

    /// Whether the terminal may still answer.
    var expectsReports: Bool { question?.isOpen ?? false }

    func choose(_ choice: Theme.Choice) {
        self.choice = choice
        if choice == .fitting, question == nil { ask() } else { adopt() }
    }

    /// Shows a surface, once the theme is known.
    func show(_ surface: Surface) {
        if isWaiting { held = surface } else { screen.show(surface) }
    }

    func observe(_ report: TerminalReport) {
        question?.observe(report)
        if isWaiting { adopt() }
    }

    /// Drops the surface that waits for the theme.
    func close() {
        isWaiting = false
        held = nil
    }

    /// Asks for the background, unless the terminal has too few colours for a theme to choose from.
    private func ask() {
        guard screen.colors == .palette else { return }
        question = BackgroundQuestion()
        isWaiting = true
        screen.send(BackgroundQuestion.text)
        Task { [weak self] in
            try? await Task.sleep(for: BackgroundQuestion.patience)
            self?.stopWaiting()
        }
    }

    private func stopWaiting() {
        if isWaiting { adopt() }
    }

    private func adopt() {
        isWaiting = false
        screen.adopt(choice, fitting: question?.theme ?? .dark)
        guard let surface = held else { return }
        held = nil
        if !screen.isReleased { screen.show(surface) }
    }
}
