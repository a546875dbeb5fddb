import SessionCore
import TerminalUI

/// What a row still says where its words have no room: whole phrases from the beginning, instead of a cut one.
extension FlowStep {
    /// Fewer characters of a reason tell too little.
    private static let leastPhrase = 12

    /// The step with as many phrases of a message's reason as fit; `nil` where none does.
    ///
    /// Of a redirect the host is left, or that no token went along: the row after it has the whole target.
    func abridged(toFit fits: (_ label: String, _ reason: String) -> Bool) -> FlowStep? {
        guard let form = abridgedReasons.first(where: { fits(label, $0) }) else { return nil }
        var step = self
        step.reason = form
        return step
    }

    private var abridgedReasons: [String] {
        guard kind == "redirect" else {
            let least = faultWords?.count ?? Self.leastPhrase
            return reason.beginnings.filter { $0.count >= least } + (faultWords == nil ? shortReasons : [])
        }
        guard let target = reason.firstRange(of: "to ") else { return [] }
        let place = reason[target.upperBound...].split(separator: "/", omittingEmptySubsequences: true)
        let host = place.count > 1 && place[0].hasSuffix(":") ? ["\(reason[..<target.upperBound])\(place[1])"] : []
        return host + (reason.hasPrefix("no token ") ? ["next hop without token", "next: no token"] : ["redirected"])
    }

    /// How a note reads with fewer words than in its ``noteDetails``, for a row that can't go on below.
    ///
    /// Of a fault its name and what happened to it are enough, and of new tokens how long they live; of others half of
    /// the room is used at least, or the end is cut.
    func abridgedNotes(in room: Int) -> [FlowStep] {
        if kind == "fault" { return abridgedFaults }
        let because = detail.hasPrefix("because ") ? [String(detail.dropFirst(8))] : []
        let lifetimes = tone == .good ? detail.firstRange(of: " · ").map { String(detail[$0.upperBound...]) } : nil
        let long = (noteDetails.last ?? "").beginnings.filter {
            TextWidth.columns(of: label) + TextWidth.columns(of: $0) >= room / 2
        }
        var end = self
        end.reason = process.isEmpty ? "" : detail
        return (end.shortReasons + because + [lifetimes].compactMap(\.self) + long).map { with(label, $0) }
    }

    /// How a fault's note reads with fewer words; in the last form the label itself says what happened.
    private var abridgedFaults: [FlowStep] {
        let start = detail.firstRange(of: ": ")?.upperBound
        for start in [start, detail.startIndex].compactMap(\.self) {
            let end = detail[start...].firstIndex(of: " ") ?? detail.endIndex
            let word = String(detail[start..<end])
            guard InjectedFault.Step(rawValue: word) != nil else { continue }
            let isNamed = start > detail.startIndex
            let least = String(detail[..<end])
            let forms = detail.beginnings.filter { $0.count > least.count } + (isNamed ? [least] : [])
            let rest = String(isNamed ? detail[..<start].dropLast(2) : detail[end...].drop { " ·".contains($0) })
            return forms.map { with(label, $0) } + [with(word, rest)]
        }
        return []
    }

    private func with(_ label: String, _ detail: String) -> FlowStep {
        var step = self
        (step.label, step.detail) = (label, detail)
        return step
    }

    /// The words of a line, from the most to the fewest: the reason is shortened first, and then goes the word that a
    /// logout was forced, which the colour says as well.
    var shortLineForms: [String] {
        let forms = lineForms
        guard let form = forms.last, let start = form.firstRange(of: "LOGOUT") else { return forms }
        let few = form.replacing("  the ", with: "  ").replacing(" was answered ", with: " ")
        let shorter = form.beginnings.filter { !$0.hasSuffix("expired") } + [few, few.replacing("expired, ", with: "")]
        let reasons = shorter.filter { $0.count > label.count }
        return forms + reasons + ([form] + reasons).map { String($0[start.lowerBound...]) }
    }
}

extension String {
    /// The text up to the end of each of its phrases but the last, the longest first.
    fileprivate var beginnings: [String] {
        var found: [String] = []
        for (place, next) in zip(utf8.indices, utf8.indices.dropFirst()) where place > startIndex {
            let isEnd =
                switch utf8[place] {
                case UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: ":"): utf8[next] == UInt8(ascii: " ")
                case UInt8(ascii: " "): self[next] == "·" || self[next] == "("
                default: false
                }
            if isEnd { found.append(String(self[..<place])) }
        }
        return found.reversed()
    }
}
