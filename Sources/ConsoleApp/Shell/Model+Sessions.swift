import ConsoleKit
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

    mutating func tellOfCutOff(_ result: Result<[String], ToolFailure>) {
        switch result {
        case .success(let sentences):
            let rest = sentences.dropFirst().joined(separator: " ")
            shell.notice = Notice(.warning, sentences.first ?? "", advice: rest.isEmpty ? nil : rest)
        case .failure(let failure): shell.notice = Notice(.bad, failure.reason, advice: failure.advice)
        }
    }

    /// Other processes change the stores, too.
    func readSessionsIfDue() -> [Effect] {
        guard let list = shell.dialog as? SessionList, list.isStale(at: scene.now) else { return [] }
        return [.terminal(.readSessions(again: true))]
    }
}
