import JOSE
import TerminalUI

extension ClaimChange {
    /// The place, with the part where that is not the claims.
    var placeName: String { part == .claims ? name : "\(part.rawValue) \(name)" }

    func line(in scene: Scene) -> String { "\(kind.word.text) \(placeName): \(detail(in: scene))" }

    /// `12:04:18 → 12:05:18`, `openid`, `+ orders, - email`.
    func detail(in scene: Scene) -> String {
        switch kind {
        case .added(let value), .dropped(let value): return text(value, scene)
        case .changed(let old, let new):
            // "in 9 h" may stand for both.
            let scene = text(old, scene) == text(new, scene) ? scene.withExactTimes : scene
            return "\(text(old, scene)) → \(text(new, scene, after: old))"
        case .elements(let added, let dropped):
            return (added.map { "+ \(text($0, scene))" } + dropped.map { "- \(text($0, scene))" }).joined(
                separator: ", ")
        case .reordered: return "the same elements in a different order"
        }
    }

    private var isTime: Bool { part == .claims && path.count == 1 && MemberGlossary.claims[path[0]]?.time != nil }

    /// A time on the same day as the one before it is told without the day.
    private func text(_ value: JSONValue, _ scene: Scene, after earlier: JSONValue) -> String {
        let (text, before) = (text(value, scene), text(earlier, scene))
        let day = "2026-11-21 ".count
        guard isTime, scene.time.format != .relative, text.count > day, text.prefix(day) == before.prefix(day) else {
            return text
        }
        return String(text.dropFirst(day))
    }

    private func text(_ value: JSONValue, _ scene: Scene) -> String {
        if isTime, let date = RelativeTime.date(value) { return scene.time.date(date) }
        return ClaimLine.text(of: value)
    }
}

extension Scene {
    fileprivate var withExactTimes: Scene {
        var exact = self
        exact.time.format = .local
        return exact
    }
}

extension ClaimChange.Kind {
    var word: (text: String, style: Style) {
        switch self {
        case .added: ("added", .success)
        case .dropped: ("dropped", .danger)
        case .changed, .elements: ("changed", .warning)
        case .reordered: ("order", .dim)
        }
    }
}
