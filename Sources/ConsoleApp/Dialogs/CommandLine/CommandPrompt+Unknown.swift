import ConsoleKit
import Scenarios
import TerminalUI

extension CommandPrompt {
    /// What is wrong with a command that nothing has the name of, and what it may mean.
    var unknownName: String {
        let typed = field.text.trimmed.lowercased()
        let names = candidates.map(\.name.trimmed)
        let prefixes = [Self.themePrefix, Self.presetPrefix, Self.faultPrefix]
        if let prefix = prefixes.first(where: typed.hasPrefix) {
            let known = names.filter { $0.hasPrefix(prefix) }
            let listed = known.map { $0.dropFirst(prefix.count) }.joined(separator: ", ")
            let question = Suggestion.question(Suggestion.words(for: typed, among: known))
            let name = typed.dropFirst(prefix.count).prefix(30)
            return "there is no \(prefix)'\(name)'. \(question ?? "Available: \(listed)")"
        }
        // What follows the name may be a number or a path.
        let whole = Suggestion.words(for: typed, among: names)
        let similar = whole.isEmpty ? Suggestion.words(for: typed.prefix { $0 != " " }, among: names) : whole
        return (["no action has this name"] + [Suggestion.question(similar)].compactMap(\.self)).joined(separator: ". ")
    }
}
