import SessionCore

/// What a check saw, and how it judges that.
package struct Sight: Sendable, Hashable {
    package let verdict: CheckVerdict
    /// For people: a clause without a full stop.
    package let seen: String
    /// The section that it goes by, where that is not the one of its check.
    let rule: Citation?
    /// What it suggests for the profile.
    private(set) var setting: ProfileSetting?

    init(_ verdict: CheckVerdict, _ seen: String, rule: Citation? = nil) {
        self.verdict = verdict
        self.seen = Shown.cut(seen, to: Self.limit)
        self.rule = rule
    }

    /// Adds what the sight suggests for the profile.
    func suggesting(_ setting: ProfileSetting?) -> Sight {
        var sight = self
        sight.setting = setting
        return sight
    }

    static func sound(_ seen: String) -> Sight { Sight(.sound, seen) }
    static func remark(_ seen: String) -> Sight { Sight(.note, seen) }
    static func fault(_ seen: String) -> Sight { Sight(.fault, seen) }
    static func unknown(_ seen: String) -> Sight { Sight(.unknown, seen) }
    static let notOffered = Sight(.absent, "not offered")

    /// What a server writes may be long.
    private static let limit = 400
}

extension Sight {
    /// What a step of the way from a resource to its server found.
    init(_ step: DiscoveryStep) {
        let verdict: CheckVerdict =
            switch step.outcome {
            case .done: .sound
            case .doubtful, .question, .skipped: .note
            case .failed: step.finding.passes ? .unknown : .fault
            }
        self.init(verdict, step.finding.description, rule: step.rule)
    }
}

extension DiscoveryFinding {
    /// Whether it is about this moment, and not about the resource.
    fileprivate var passes: Bool {
        switch self {
        case .cancelled, .unavailable(status: 408), .unavailable(status: 429): true
        default: false
        }
    }
}

extension [String] {
    /// Each once, where it is first.
    var inOrderOnce: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }

    /// As a list for people; the first few of many.
    var listed: String {
        let shown = prefix(8).map { Shown.cut($0, to: 120) }.joined(separator: ", ")
        return isEmpty ? "nothing" : count > 8 ? "\(shown), … (\(count))" : shown
    }
}
