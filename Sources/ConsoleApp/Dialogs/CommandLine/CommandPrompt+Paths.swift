import TerminalUI

extension CommandPrompt {
    /// The paths after a method; `nil` where no method and space were typed, empty once the body is typed.
    var pathCompletions: [Candidate]? {
        let words = field.text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard let method = words.first, RequestDraft.methods.contains(method.uppercased()),
            field.text.drop(while: { $0 == " " }).contains(" ")
        else { return nil }
        let typed = words.count > 1 ? words[1].lowercased() : ""
        let beginning = paths.filter { $0.path.lowercased().hasPrefix(typed) }
        let holding = paths.filter { !$0.path.lowercased().hasPrefix(typed) && $0.path.lowercased().contains(typed) }
        return (beginning + holding).map {
            Candidate(name: "\(method.lowercased()) \($0.path)", keys: "", summary: $0.summary)
        }
    }
}
