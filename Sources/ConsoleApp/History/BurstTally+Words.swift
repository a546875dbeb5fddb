import ConsoleKit
import SessionCore
import TerminalUI

extension BurstTally {
    /// `20 calls · 1 refresh · 0 logouts`.
    var summary: String {
        let all = Self.summary(calls: count, refreshes: refreshCount, logouts: logoutCount)
        return isOver ? all : "\(endedCount) of \(all)"
    }

    package static func summary(calls: Int, refreshes: Int, logouts: Int) -> String {
        [
            Self.count(calls, "call"), Self.count(refreshes, "refresh", "refreshes"), Self.count(logouts, "logout"),
        ].joined(separator: " · ")
    }

    /// A burst of programs that are watched: the end of a session is theirs to notice.
    static func summary(calls: Int, refreshes: Int, refused: Int) -> String {
        [count(calls, "call"), count(refreshes, "refresh", "refreshes"), "\(refused) refused"].joined(separator: " · ")
    }

    /// `19 × 200, 1 × 401, 2 not sent`: answers first, the most frequent one before the others.
    var outcomes: String { outcomeParts.joined(separator: ", ") }

    private var outcomeParts: [String] {
        let answers = statuses.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) × \($0.key)" }
        let others = unanswered.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
        return answers + others
    }

    /// `20 ▶ wait ▶ 1 refresh 12 ms ▶ 20 × 200 (p50 7.6, max 8.2 ms)`, or as much of it as fits; after the calls comes
    /// what was answered 401 and sent again: `20 ▶ 20 × 401 ▶ 20 × 200`.
    func picture(width: Int) -> String { named([""], width: width).picture }

    /// The picture behind the name of its calls, or behind a shorter one, the longest first, where there is less room.
    ///
    /// The word for waiting goes first, then the name is shorter, then the outcomes are; that there was a refresh
    /// stays.
    func named(_ names: [String], width: Int) -> (name: String, picture: String) {
        let (all, few) = pictures
        let longest = names.first ?? ""
        let forms =
            all.map { (longest, $0) } + names.dropFirst().compactMap { name in all.last.map { (name, $0) } }
            + few.flatMap { picture in names.map { ($0, picture) } }
        let fits = { (form: (name: String, picture: String)) in
            TextWidth.columns(of: form.name) + TextWidth.columns(of: form.picture) <= width
        }
        return forms.first(where: fits) ?? forms.last ?? (longest, "")
    }

    /// The pictures with all outcomes, from the most words to the fewest, and those with fewer outcomes.
    private var pictures: (all: [String], few: [String]) {
        let refresh = refreshWords
        let time = refreshes.map(\.duration).reduce(.zero, +)
        let timed = refresh.map { time > .zero ? "\($0) \(DurationText.measured(time))" : $0 }
        let retried = isOver && retriedCount > 0 ? "\(retriedCount) × 401" : nil
        let wait = refresh.map { _ in "wait" }
        let forms: [[String?]] = [
            [retried, wait, timed, outcome + spread], [retried, wait, timed, outcome], [retried, timed, outcome],
            [retried, refresh, outcome],
        ]
        let few: [[String?]] = [[refresh, outcome], [refresh, shortOutcome], [refresh ?? shortOutcome]]
        let text = { (parts: [String?]) in (["\(count)"] + parts.compactMap(\.self)).joined(separator: " ▶ ") }
        return (forms.map(text), few.map(text))
    }

    var tone: Tone {
        let failed = unanswered.contains { $0.key != "cancelled" } || statuses.contains { $0.key >= 500 }
        if failed || logoutCount > 0 || refreshAttempts > 1 { return .bad }
        return statuses.contains { $0.key >= 400 } ? .warning : .plain
    }

    /// `nil` where no call waited for one.
    private var refreshWords: String? {
        let number = { (result: Refresh.Result?) in refreshes.count { $0.result == result } }
        let parts = [
            (number(.refreshed), Self.count(number(.refreshed), "refresh", "refreshes")),
            (number(.adopted), "token adopted"), (number(.failed), "refresh failed"),
            (number(.rejected), "refresh rejected"), (number(nil), "refreshing"),
        ].filter { $0.0 > 0 }
        return parts.isEmpty ? nil : parts.map(\.1).joined(separator: ", ")
    }

    /// `18 × 200, 2 others`, or how many have ended so far.
    private var shortOutcome: String {
        guard isOver else { return "\(endedCount) of \(count)" }
        let parts = outcomeParts
        guard parts.count > 1, let most = statuses.values.max(), let first = parts.first else { return outcomes }
        return "\(first), \(Self.count(count - most, "other"))"
    }

    private var outcome: String {
        if isOver { return outcomes }
        let progress = "\(endedCount) of \(count)"
        return endedCount == 0 ? progress : "\(progress) · \(outcomes)"
    }

    /// ` (p50 7.6, max 8.2 ms)`, once all have ended and there is more than one time to tell of.
    private var spread: String {
        let sorted = durations.sorted()
        guard isOver, sorted.count > 1, let longest = sorted.last else { return "" }
        let half = DurationText.measured(sorted[(sorted.count - 1) / 2]).split(separator: " ")
        let most = DurationText.measured(longest)
        // A unit that both share is written once.
        let isShared = half.count == 2 && most.split(separator: " ").dropFirst() == half.dropFirst()
        return " (p50 \(isShared ? String(half[0]) : half.joined(separator: " ")), max \(most))"
    }

    private static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }
}
