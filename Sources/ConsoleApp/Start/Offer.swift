import ConsoleKit
import TerminalUI

/// Something that one can do where nothing has happened yet: its key, its name, and what comes of it.
struct Offer: Sendable, Hashable {
    /// Empty where it has no key of its own.
    let key: String
    let name: String
    let meaning: String

    /// The columns of key and name where there is room for the meaning beside them.
    private static let columns = (key: 3, name: 20)

    func line(_ canvas: Canvas) -> StyledText {
        let key = StyledText(TextWidth.pad(self.key.isEmpty ? "" : " \(self.key)", to: Self.columns.key), .key)
        let name = canvas.words(self.key.isEmpty ? "  \(self.name)" : self.name)
        return key + name.padded(to: Self.columns.name, canvas.glyphs) + canvas.words(meaning, .dim)
    }
}

extension Offer {
    /// What can be done in a session's console before anybody has signed in.
    static func all(in scene: Scene, _ glyphs: Glyphs) -> [Offer] {
        let users = scene.context.demoUsers.map { "\($0.username) / \($0.password)" }
        let isOpen = { (action: ShellAction) in scene.context.allows(action.reaches) }
        let ways = scene.context.flows.map { $0.title.lowercased() }.joined(separator: ", ")
        return [
            isOpen(.signIn)
                ? Offer(
                    key: ShellAction.signIn.key(glyphs), name: "sign in",
                    meaning: users.isEmpty ? ways : users.joined(separator: ", ")) : nil,
            isOpen(.send)
                ? Offer(
                    key: ShellAction.send.key(glyphs), name: "send the request",
                    meaning: "what the API says without a token") : nil,
            Offer(
                key: ShellAction.command.key(glyphs), name: KeylessCommand.doctor.rawValue,
                meaning: "what the provider does"),
            Offer(
                key: ShellAction.command.key(glyphs), name: KeylessCommand.sessions.rawValue,
                meaning: "those of all profiles"),
            Offer(key: ShellAction.help.key(glyphs), name: "help", meaning: "every key, and what the signs mean"),
        ].compactMap(\.self)
    }
}
