import SessionCore

extension Model {
    /// Lists the sessions of all profiles.
    mutating func listSessions() -> [Effect] {
        shell.dialog = SessionList(profile: scene.context.profile)
        return [.terminal(.readSessions(again: false))]
    }

    mutating func adopt(_ glances: [ProfileGlance]) {
        guard var list = shell.dialog as? SessionList else { return }
        list.update(glances, at: scene.now)
        shell.dialog = list
    }

    /// Other processes change the stores, too.
    func readSessionsIfDue() -> [Effect] {
        guard let list = shell.dialog as? SessionList, list.isStale(at: scene.now) else { return [] }
        return [.terminal(.readSessions(again: true))]
    }
}
