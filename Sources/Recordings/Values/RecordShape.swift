/// What a recorded value looks like, as a command's help shows it.
package indirect enum RecordShape: Sendable, Hashable {
    /// A text, a number, a time: what its member's name says.
    case plain
    /// One of these names.
    case names([String])
    case list(RecordShape)
    case object([Member])

    package struct Member: Sendable, Hashable {
        package let name: String
        package let shape: RecordShape
    }

    /// An object of one of several cases, with all members that a case may have; `member` holds the case's name.
    package static func cases(
        _ member: String, _ names: (some RecordedByName & CaseIterable).Type,
        _ members: KeyValuePairs<String, RecordShape>
    ) -> RecordShape {
        .object([Member(name: member, shape: names.shape)] + members.map { Member(name: $0, shape: $1) })
    }

    /// The members of an object; none of anything else.
    package var members: [Member] { if case .object(let members) = self { members } else { [] } }
}

extension RecordShape: CustomStringConvertible {
    /// `{"state": "verified|failed", "algorithm", "messages": [{"method", "url"}]}`; an object that was there before is
    /// `{…}`.
    package var description: String {
        var shown: Set<RecordShape> = []
        return text(&shown) ?? ""
    }

    private func text(_ shown: inout Set<RecordShape>) -> String? {
        switch self {
        case .plain: return nil
        case .names(let names): return "\"\(names.joined(separator: "|"))\""
        case .list(let element): return element.text(&shown).map { "[\($0)]" }
        case .object(let members):
            guard !members.isEmpty, shown.insert(self).inserted else { return "{…}" }
            let texts = members.map { member in
                "\"\(member.name)\"" + (member.shape.text(&shown).map { ": \($0)" } ?? "")
            }
            return "{\(texts.joined(separator: ", "))}"
        }
    }
}
