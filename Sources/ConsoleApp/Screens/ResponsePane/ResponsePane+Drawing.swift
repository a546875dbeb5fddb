import ConsoleFaults
import ConsoleKit
import FoundationEssentials
import SessionCore
import TerminalUI

extension ResponsePane {
    func subtitle(in scene: Scene, _ glyphs: Glyphs) -> StyledText {
        guard let record = text.record else { return StyledText() }
        return StyledText.words(" · ", .dim, glyphs: glyphs)
            + SafeText.line(name(of: record.draft, scene), glyphs: glyphs)
    }

    /// What is cut off first would be the path, which tells one call from another.
    private func name(of draft: RequestDraft, _ scene: Scene) -> String {
        let base = scene.context.api.map { $0.absoluteString.hasSuffix("/") ? $0.absoluteString : "\($0)/" }
        return base.map { draft.name.replacing($0, with: "/", maxReplacements: 1) } ?? draft.name
    }

    func titleEnd(isFocused _: Bool, in scene: Scene, _ glyphs: Glyphs) -> StyledText {
        calls.running.isEmpty && text.record?.answer != nil ? tabsNote : waitingNote(scene, glyphs)
    }

    func shortNote(in _: Scene, _ glyphs: Glyphs) -> StyledText {
        let tabs = ResponseTab.allCases
        guard calls.running.isEmpty, text.record?.answer != nil, let index = tabs.firstIndex(of: text.tab) else {
            return StyledText()
        }
        return StyledText("[\(text.tab.rawValue)]", .accent) + StyledText(" \(index + 1) of \(tabs.count)", .dim)
    }

    private func waitingNote(_ scene: Scene, _ glyphs: Glyphs) -> StyledText {
        guard let words = progressWords(scene) else { return StyledText() }
        // The title names the call whose answer is shown.
        let limit = min(24, max(8, width - 52))
        let running = nameOfRunning(scene, glyphs, limit: limit) + StyledText("\(words)  ", .warning)
        if scene.placement.isOnlyLookedAt { return running }
        return running + StyledText(ShellAction.back.key(glyphs), .key) + StyledText(" cancels  ")
    }

    /// `GET /slow: `, of the only call under way while another one's answer is shown.
    private func nameOfRunning(_ scene: Scene, _ glyphs: Glyphs, limit: Int) -> StyledText {
        guard text.record != nil, calls.running.count == 1, let draft = calls.running.values.first?.draft else {
            return StyledText()
        }
        let name = SafeText.line(name(of: draft, scene), style: .warning, glyphs: glyphs)
        return name.truncated(to: limit, ellipsis: glyphs.ellipsis) + StyledText(": ", .warning)
    }

    /// How far the calls under way have come: `1.2 MiB of 50 MiB, 3 s`.
    private func progressWords(_ scene: Scene) -> String? {
        guard let start = calls.earliestStart else { return nil }
        let count = calls.running.count
        var parts = count == 1 ? [] : ["\(count) calls under way"]
        if let progress = calls.progress {
            let expected = progress.expected.map { " of \(ByteCount($0))" } ?? ""
            parts.append("\(ByteCount(progress.received))\(expected)")
        }
        if parts.isEmpty { parts.append("waiting") }
        return (parts + ["\(max(0, Int(scene.now.timeIntervalSince(start)))) s"]).joined(separator: ", ")
    }

    var tabs: [String] {
        ResponseTab.allCases.map { $0 == text.tab ? "[\($0.rawValue)]" : " \($0.rawValue) " }
    }

    private var tabsNote: StyledText {
        var note = StyledText()
        for (tab, words) in zip(ResponseTab.allCases, tabs) {
            if !note.isEmpty { note.append(" ") }
            note.append(words, tab == text.tab ? .accent : .dim)
        }
        return note
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        guard let record = text.record else { return drawAbsence(on: &canvas, in: area, scene) }
        switch record.result {
        case .failure(let error):
            let lines = failureLines(error, width: area.width, scene, canvas.glyphs)
            canvas.write(lines, in: area)
            if record.partialAnswer != nil {
                drawFacts(on: &canvas, in: area.inset(top: lines.count), isFocused: isFocused)
            }
        case .success(let answer):
            let (head, rest) = area.split(top: headHeight(width: area.width, in: scene))
            draw(head: headLines(answer, width: area.width, scene, canvas), answer, on: &canvas, in: head)
            drawText(record, on: &canvas, in: rest, isFocused: isFocused)
        }
        guard let words = progressWords(scene) else { return }
        // What is shown is not the answer that is waited for.
        canvas.surface.dim(area)
        // The title of a narrow pane has no room for it.
        if area.width < Self.roomForNote, let row = area.rows.first {
            canvas.surface.fill(row)
            let limit = max(8, area.width - words.count - 2)
            let name = nameOfRunning(scene, canvas.glyphs, limit: limit)
            canvas.write(name + StyledText(words, .warning), in: row)
        }
    }

    /// The columns that the title needs beside what a call under way has come to.
    private static let roomForNote = 60

    private func drawAbsence(on canvas: inout Canvas, in area: Rect, _ scene: Scene) {
        let (head, rest) = area.split(top: headHeight(width: area.width, in: scene))
        if let burst = burst(in: scene), let row = head.rows.first {
            canvas.write(words(for: burst, canvas.glyphs), in: row)
        }
        if let running = calls.running.values.first {
            let name = StyledText("waiting for ", .dim) + SafeText.line(running.draft.name, glyphs: canvas.glyphs)
            let lines = [
                name.truncated(to: rest.width, ellipsis: canvas.glyphs.ellipsis),
                StyledText(progressWords(scene) ?? "", .dim),
                scene.placement.isOnlyLookedAt ? StyledText() : canvas.key(ShellAction.back, "cancels"),
            ]
            return canvas.writeCentered(lines, in: rest)
        }
        canvas.writeCentered(FirstSteps.lines(scene, canvas, width: rest.width, canSend: canSend), in: rest)
    }

    /// Why no answer came, or the status of one that did not come whole, and why it ended.
    private func failureLines(
        _ error: SessionError, width: Int, _ scene: Scene, _ glyphs: Glyphs
    ) -> [StyledText] {
        if error == .cancelled {
            let key = StyledText(ShellAction.send.key(glyphs), .key)
            if scene.placement.isOnlyLookedAt { return [StyledText("\(glyphs.dash) The call was cancelled")] }
            return [StyledText("\(glyphs.dash) The call was cancelled; ") + key + StyledText(" sends it again")]
        }
        var lines: [StyledText] = []
        if let burst = burst(in: scene) { lines.append(words(for: burst, glyphs)) }
        if let part = error.partialAnswer {
            let facts = [part.progress] + mediaType(of: part.answer.headers)
            lines.append(statusText(part.answer.status, part.answer.reason, facts: facts, glyphs))
        }
        let failure = CallFailure(
            error, after: scene.history.redirect(before: error), isSignedIn: scene.isSignedIn,
            networkFault: networkFault(since: text.record?.startedAt, in: scene),
            faults: scene.history.faults(behind: error), in: scene.time, since: text.record?.startedAt ?? scene.now)
        let mark = StyledText("\(glyphs.cross) ", .danger)
        lines += (mark + .words(failure.sentence, .danger, glyphs: glyphs)).wrapped(to: width)
        if let advice = failure.advice, !scene.placement.isOnlyLookedAt {
            lines += StyledText("  \(advice)").wrapped(to: width)
        }
        return lines
    }

    private func networkFault(since start: Date?, in scene: Scene) -> CallFailure.NetworkFault? {
        if scene.armedFaults[.networkOff] != nil { return .armed }
        guard let start else { return nil }
        let struck = scene.history.events.reversed().prefix { $0.time >= start }.contains { event in
            guard case .injected(let fault) = event.kind else { return false }
            return fault.name == LabFault.networkOff.name && fault.step == .struck
        }
        return struck ? .disarmed : nil
    }

    // MARK: - The head

    /// Rows above the text: status, verdict, burst, announcement and search.
    func headHeight(width: Int, in scene: Scene) -> Int {
        let burst = burst(in: scene)
        guard let record = text.record else { return burst == nil ? 0 : 1 }
        let answer: AuthorizedResponse
        switch record.result {
        case .failure(let error): return failureLines(error, width: width, scene, .unicode).count
        case .success(let whole): answer = whole
        }
        let extras = [burst != nil, record.piped != nil, !announcements.isEmpty, search.hasSearched]
        return 1 + verdictLines(answer, width: width, scene, .unicode).count + extras.count { $0 }
    }

    /// What is wrong and the key that helps; the key comes first where both take more than a row.
    ///
    /// The authorization tab has the verdict whole.
    private func verdictLines(
        _ answer: AuthorizedResponse, width: Int, _ scene: Scene, _ glyphs: Glyphs
    ) -> [StyledText] {
        let challenge = challengedURL(in: scene).map { _ in
            StyledText("its challenge names its metadata ") + StyledText(glyphs.dot, .dim)
                + StyledText(" \(Binding.followChallenge.key(glyphs))", .key) + StyledText(" follows it")
        }
        return lines(ofVerdict: answer, width: width, scene, glyphs)
            + [challenge, retryWords(of: answer, scene, glyphs)].compactMap(\.self)
    }

    /// When the server asks to be asked again; `nil` where it does not say.
    private func retryWords(of answer: AuthorizedResponse, _ scene: Scene, _ glyphs: Glyphs) -> StyledText? {
        guard answer.response.status >= 400, let start = text.record?.startedAt,
            let delay = answer.response.retryAfter(now: start)
        else { return nil }
        let answered = start + (answer.facts.duration ?? .zero) / .seconds(1)
        let advice = NextStep.tryAgainLater(delay).consoleText(isSignedIn: false, in: scene.time, since: answered)
        return advice.map { .words("the server asks for a pause: \($0)", .warning, glyphs: glyphs) }
    }

    private func lines(
        ofVerdict answer: AuthorizedResponse, width: Int, _ scene: Scene, _ glyphs: Glyphs
    ) -> [StyledText] {
        guard let verdict = answer.verdictText else { return [] }
        let tone = Self.tone(of: answer)
        let (words, width) = (StyledText.words(verdict, tone, glyphs: glyphs), max(10, width - 3))
        let key =
            isMet(in: scene)
            ? StyledText(ShellAction.send.key(glyphs), .key) + StyledText(" sends it again")
            : StyledText(Binding.stepUp.key(glyphs), .key) + StyledText(" signs in again for it")
        let dot = StyledText(" \(glyphs.dot) ", .dim)
        let hasKey = stepUp != nil && !scene.placement.isOnlyLookedAt
        let whole = hasKey ? words + dot + key : words
        if whole.columns <= width { return [whole] }
        return ((!hasKey ? StyledText() : key + dot) + words).wrapped(to: width).bounded(
            to: Self.verdictLimit, ending: StyledText(" \(glyphs.ellipsis)", tone), width: width)
    }

    /// Whether the session has by now what the answer asks for: the scope, or another sign-in.
    func isMet(in scene: Scene) -> Bool {
        guard let stepUp, let start = text.record?.startedAt else { return false }
        if let granted = scene.status.scope ?? scene.status.requestedScope, !stepUp.scope.isEmpty {
            return Set(stepUp.scope).isSubset(of: granted)
        }
        return scene.history.events.reversed().prefix { $0.time >= start }.contains {
            if case .signedIn = $0.kind { true } else { false }
        }
    }

    /// What was refused has the colour of its status; what asks for another sign-in needs someone.
    private static func tone(of answer: AuthorizedResponse) -> Style {
        StepUp(answer.verdict) == nil && HTTPStatus.tone(answer.response.status) == .bad ? .danger : .warning
    }

    /// The most rows of a verdict.
    private static let verdictLimit = 3

    /// The burst that was sent last, unless a single call came after it.
    private func burst(in scene: Scene) -> BurstTally? {
        calls.burst.flatMap { scene.history.burst($0.lowerBound) }?.tally
    }

    /// Why the tab does not show the body whole, or as what it says it is: in full, then shorter.
    private var announcements: [String] {
        guard let body = text.record?.shownBody, text.lines != nil else { return [] }
        let limit = text.tab == .pretty && body.form == .json ? "laid out" : body.form == .binary ? "dumped" : "shown"
        let flaw = [body.form == .binary && text.part != nil ? "not text" : nil, body.flaw].compactMap(\.self)
        guard let part = text.part?.words else { return flaw.isEmpty ? [] : [flaw.joined(separator: "; ")] }
        let parts = ["\(part), the most that is \(limit) here", "\(part) \(limit)", part]
        return parts.map { (flaw + [$0]).joined(separator: "; ") }
    }

    /// As much of an announcement, and of the keys that lead on, as fits.
    private func announcement(width: Int, _ canvas: Canvas) -> StyledText {
        let words = announcements.map { canvas.words("! \($0)", .warning) }
        guard text.part != nil, let last = words.last else { return words.first ?? StyledText() }
        let dot = StyledText(" \(canvas.glyphs.dot) ", .dim)
        let view = canvas.key(ShellAction.view, "shows all")
        let keys = view + StyledText("  ") + canvas.key(Action.save, "saves it")
        let forms = words.map { $0 + dot + keys } + [last + dot + view]
        return forms.first { $0.columns <= width } ?? last
    }

    /// The rows below the status, as many as ``headHeight(width:in:)`` counts.
    private func headLines(
        _ answer: AuthorizedResponse, width: Int, _ scene: Scene, _ canvas: Canvas
    ) -> [StyledText] {
        var lines: [StyledText] = []
        for (index, line) in verdictLines(answer, width: width, scene, canvas.glyphs).enumerated() {
            let mark = "\(canvas.glyphs.cross) "
            lines.append(
                StyledText(index == 0 ? mark : String(repeating: " ", count: mark.count), Self.tone(of: answer)) + line)
        }
        if let burst = burst(in: scene) { lines.append(words(for: burst, canvas.glyphs)) }
        if let piped = text.record?.piped { lines.append(words(for: piped, width: width, canvas)) }
        if !announcements.isEmpty { lines.append(announcement(width: width, canvas)) }
        if search.hasSearched {
            lines.append(
                canvas.words(search.summary, search.matches.isEmpty ? .warning : .accent)
                    + canvas.words(unsearched.map { "  \($0)" } ?? "", .warning) + StyledText("  ")
                    + canvas.key(Action.nextMatch, "next  ") + canvas.key(Action.previousMatch, "previous"))
        }
        return lines
    }

    private func draw(
        head lines: [StyledText], _ answer: AuthorizedResponse, on canvas: inout Canvas, in area: Rect
    ) {
        guard let first = area.rows.first else { return }
        let status = statusText(answer, canvas.glyphs)
        let room = first.width - status.columns - 2
        canvas.write(status, right: tokenText(answer, width: room), in: first)
        canvas.write(lines, in: area.inset(top: 1))
    }

    private func statusText(_ answer: AuthorizedResponse, _ glyphs: Glyphs) -> StyledText {
        let response = answer.response
        var facts = ["\(ByteCount(response.body.count + response.receivedSize))"]
        if let time = answer.facts.duration ?? response.timings?.total {
            facts.insert(DurationText.measured(time), at: 0)
        }
        let delay = text.record.flatMap { response.retryAfter(now: $0.startedAt) }
        let asked = delay.map { ["retry after \($0.inWords)"] } ?? []
        return statusText(
            response.status, response.reason, facts: asked + facts + mediaType(of: response.headers), glyphs)
    }

    private func mediaType(of headers: HTTPHeaders) -> [String] {
        headers["Content-Type"]?.split(separator: ";").first.map { [String($0)] } ?? []
    }

    private func statusText(
        _ status: Int, _ reason: String?, facts: [String], _ glyphs: Glyphs
    ) -> StyledText {
        let style: Style =
            switch status {
            case 200..<300: Style(.success, .bold)
            case 300..<400: Style(.accent, .bold)
            default: HTTPStatus.tone(status).style.with(.bold)
            }
        let mark = status >= 400 ? "\(glyphs.cross) " : ""
        return .words(mark + HTTPStatus.line(status, reason), style, glyphs: glyphs)
            + .words("  " + facts.joined(separator: "  "), glyphs: glyphs)
    }

    /// Which token went along, how long it was good for, and what the session did on the way: as much as fits.
    private func tokenText(_ answer: AuthorizedResponse, width: Int) -> StyledText {
        let facts = answer.facts
        if answer.lostToken { return StyledText("redirected without the token", .dim) }
        guard let token = facts.token else { return StyledText("sent without the session's token", .dim) }
        var parts: [String] = []
        if facts.waitedForRefresh != nil { parts.append("waited for a refresh") }
        if facts.attempts > 1 { parts.append("sent \(facts.attempts) times") }
        if parts.isEmpty { parts.append("no retry") }
        if let left = facts.tokenLifetimeLeft {
            parts.insert(left > .zero ? "\(DurationText.left(left)) left" : "expired when sent", at: 0)
        }
        var text = StyledText("\(token)", .accent)
        let columns = text.columns + parts.reduce(0) { $0 + $1.count + 2 }
        if let left = facts.tokenLifetimeLeft, left > .zero, columns + 10 <= width { parts[0] += " when sent" }
        for part in parts where text.columns + part.count + 2 <= width { text.append(", \(part)", .dim) }
        return text
    }

    /// `| jq .items  3.1 kB · esc shows the body`; a long command is cut.
    private func words(for piped: PipedBody, width: Int, _ canvas: Canvas) -> StyledText {
        let size = piped.bytes.map { "\(ByteCount($0.count))" } ?? "running \(canvas.glyphs.ellipsis)"
        var facts = StyledText("  \(size)", .dim)
        if piped.status != 0 { facts.append("  exit status \(piped.status)", .warning) }
        facts += StyledText(" \(canvas.glyphs.dot) ", .dim) + canvas.key(ShellAction.back, "shows the body")
        let command = SafeText.line("| \(piped.command)", style: .accent, glyphs: canvas.glyphs)
        return command.truncated(to: max(8, width - facts.columns), ellipsis: canvas.glyphs.ellipsis) + facts
    }

    private func words(for burst: BurstTally, _ glyphs: Glyphs) -> StyledText {
        let isBad = burst.logoutCount > 0 || burst.refreshAttempts > 1
        return .words(burst.summary, Style(isBad ? .danger : .success, .bold), glyphs: glyphs)
            + .words("  " + burst.outcomes, .dim, glyphs: glyphs)
    }
}
