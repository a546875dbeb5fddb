import Dispatch
import TerminalUI

/// Which theme a screen has: the one that was named, or else the one that fits the terminal's background.
@MainActor
final class ThemeSwitch {
    private(set) var choice: Theme.Choice
    private let screen: Screen
    private var question: BackgroundQuestion?
    private var isWaiting = false
    /// What is shown as soon as the theme is known.
    private var held: Surface?

    init(_ screen: Screen, choice: Theme.Choice) {
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

    func note(_ report: TerminalReport) {
        question?.note(report)
        if isWaiting { adopt() }
    }

    /// Shows nothing any more.
    func close() {
        isWaiting = false
        held = nil
    }

    /// Few colours are the terminal's own, whatever its background.
    private func ask() {
        guard screen.colors == .palette else { return }
        question = BackgroundQuestion()
        isWaiting = true
        screen.send(BackgroundQuestion.text)
        let patience = Int(BackgroundQuestion.patience / .milliseconds(1))
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(patience)) { [weak self] in
            MainActor.assumeIsolated { self?.stopWaiting() }
        }
    }

    private func stopWaiting() {
        guard isWaiting else { return }
        SignalStack.coverThread()
        adopt()
    }

    private func adopt() {
        isWaiting = false
        screen.adopt(choice, fitting: question?.theme ?? .dark)
        guard let surface = held else { return }
        held = nil
        if !screen.isReleased { screen.show(surface) }
    }
}
