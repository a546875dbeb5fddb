import ConsoleKit
import FoundationEssentials
import SessionCore
import TerminalUI

/// The two rows at the top: the profile, the user and the state of the session.
struct HeaderRows {
    private let scene: Scene
    private let layout: ShellLayout
    private let screenTabs: ScreenTabs
    /// The titles of the screen's panes.
    private let paneTabs: StyledText
    /// The focused pane's title alone, and its number.
    private let paneTab: StyledText
    /// `nil` where its steps are not shown.
    private let firstVisit: FirstVisit?
    private var glyphs = Glyphs.unicode

    init(_ model: Model, _ layout: ShellLayout) {
        (scene, self.layout) = (model.scene, layout)
        screenTabs = ScreenTabs(shown: model.screens.shown, all: model.scene.stage.screens)
        (paneTabs, paneTab) = (model.screens.current.tabs, model.screens.current.tab)
        let visit = model.shell.firstVisit
        // Nobody takes steps in the past.
        let isOpen =
            scene.context.hasFirstSteps && !visit.isHidden && !visit.isDone && scene.stage.isPresent
            && !scene.placement.isTold
        firstVisit = isOpen ? visit : nil
    }

    func draw(on canvas: inout Canvas) {
        var header = self
        header.glyphs = canvas.glyphs
        header.drawRows(on: &canvas)
    }

    private func drawRows(on canvas: inout Canvas) {
        let rows = layout.header.rows
        guard rows.count == 2 else { return }
        let first = rows[0].inset(right: 1)
        let second = rows[1].inset(left: 1, right: 1)
        if layout.form == .single {
            // The keys of all screens stay, and the panes' titles are set apart from them.
            let mark = screenTabs.leastColumns > 0 ? StyledText("\(glyphs.border.vertical) ", .dim) : StyledText()
            let rest = second.width - screenTabs.closeColumns - 1
            let titles = mark + (mark.columns + paneTabs.columns <= rest ? paneTabs : paneTab)
            let taken = screenTabs.draw(on: &canvas, in: second, leaving: titles.columns + 1)
            let room = second.inset(left: taken)
            let place = place(width: room.width - titles.columns - 2)
            canvas.write(titles, right: place, in: room)
            drawNarrow(on: &canvas, in: first, withPlace: place.isEmpty)
        } else {
            drawWide(on: &canvas, in: first)
            drawSecond(on: &canvas, in: second)
        }
    }

    /// The screens, the first steps or the base of calls, and faults and counts.
    ///
    /// The names of all screens stay while a form of what stands beside them has room, then their keys do. A badge is
    /// never cut: first the steps leave it their room.
    private func drawSecond(on canvas: inout Canvas, in row: Rect) {
        let visit = firstVisit.map { $0.leastColumns(glyphs) + 2 } ?? 0
        let address = firstVisit == nil && !origin.isEmpty ? origin.columns + 2 : 0
        func rooms(_ others: [Int]) -> [Int] {
            screenTabs.widths.flatMap { tabs in others.map { row.width - tabs - 2 - $0 } }
        }
        let beside = rooms([address + visit, visit])
        let forms = self.counts
        var leaving = visit
        var counts = beside.lazy.compactMap { room in forms.first { $0.columns <= room } }.first
        if counts == nil, !scene.armedFaults.isEmpty {
            leaving = 0
            counts = (forms + shortBadges).lazy.filter { form in rooms([0]).contains { form.columns <= $0 } }.first
        }
        let right = counts ?? forms[1].truncated(to: max(0, beside.last ?? 0), ellipsis: glyphs.ellipsis)
        canvas.write(right, in: row, alignment: .right)
        let left = row.inset(right: right.isEmpty ? 0 : right.columns + 2)
        let room = left.inset(left: screenTabs.draw(on: &canvas, in: left, leaving: leaving))
        if let firstVisit {
            guard leaving > 0 else { return }
            canvas.write(firstVisit.line(width: room.width, beside: origin, glyphs), in: room)
        } else if origin.columns <= room.width {
            canvas.write(origin, in: room)
        }
    }

    private var gap: StyledText { StyledText("  ") }

    /// The window's title: `● 47 min alice@example.com`, short enough for a list of windows.
    ///
    /// It takes a third of what an idle screen sends, so it does not change every second.
    func windowTitle(_ glyphs: Glyphs) -> String {
        var header = self
        header.glyphs = glyphs
        let state = header.state
        if case .noSession(let end) = scene.status.state, end.isForced {
            return "\(state.sign) \(state.words) \(scene.context.profile)"
        }
        guard scene.isSignedIn else { return "session-console \(scene.context.profile)" }
        return ([state.sign, coarseTimeLeft, user.text].compactMap(\.self).filter { !$0.isEmpty }).joined(
            separator: " ")
    }

    /// The state with the time that the access token lasts, then the user, and a badge for armed faults before both.
    private func drawNarrow(on canvas: inout Canvas, in row: Rect, withPlace: Bool) {
        let fault = scene.armedFaults.isEmpty ? StyledText() : StyledText(" FAULT ", .badge)
        let badge = recorded.isEmpty && fault.isEmpty ? StyledText() : gap + recorded + fault
        let name = scene.placement.isSplit ? gap + profile : StyledText()
        let off = skew.isLarge ? gap + skew.text : StyledText()
        let proxy = proxied.isEmpty ? proxied : gap + proxied
        let (full, short) = (stateBadge(withTime: true), stateBadge(withTime: false))
        let lefts = [
            full + name + off + proxy + badge, full + name + off + badge, full + name + badge, full + badge,
            short + name + badge, short + badge,
        ]
        let left = lefts.first { $0.columns <= row.width } ?? short
        let room = row.width - left.columns - 2
        let user = room >= 8 ? self.user.truncated(to: room, ellipsis: glyphs.ellipsis) : StyledText()
        let place = withPlace ? place(width: room - user.columns - 2) : StyledText()
        let all = place.isEmpty ? left : left + gap + place
        canvas.write(all, right: user, in: row)
    }

    private var profile: StyledText {
        let profile = SafeText.line(scene.context.profile, style: .accent, glyphs: glyphs)
        return scene.placement.isSplit ? profile.truncated(to: 16, ellipsis: glyphs.ellipsis) : profile
    }

    /// Profile and provider, or what of both there is room for; beside another session the profile stands first anyway.
    private func place(width: Int) -> StyledText {
        let host = SafeText.line(scene.context.issuerHost, style: .dim, glyphs: glyphs)
        let choices = scene.placement.isSplit ? [host] : [profile + gap + host, host, profile]
        return choices.first { $0.columns <= width } ?? StyledText()
    }

    /// How long the access token lasts.
    private var timeLeft: String? { end.map { TokenClock.calm(to: $0, from: scene.now) } }

    /// Whole minutes, then tens of seconds.
    private var coarseTimeLeft: String? {
        end.map { end in
            let seconds = max(1, Int(end.timeIntervalSince(scene.now).rounded(.up)))
            return seconds > 60 ? DurationText.short(seconds: seconds) : "< \((seconds + 9) / 10 * 10) s"
        }
    }

    /// When the access token expires, as long as that lies ahead.
    private var end: Date? {
        guard case .at(let end, _) = scene.status.accessToken?.expiry, scene.isSignedIn, end > scene.now else {
            return nil
        }
        return end
    }

    /// The state, profile and provider at the left, user and clock at the right.
    ///
    /// Where there is too little room, first the provider goes, then the clock, then when the session was verified,
    /// then the profile: the state, the user and a clock that is off stay.
    private func drawWide(on canvas: inout Canvas, in row: Rect) {
        let badge = stateBadge(withTime: true)
        let named = badge + gap + profile
        let host = gap + SafeText.line(scene.context.issuerHost, style: .dim, glyphs: glyphs)
        let dot = StyledText(" \(glyphs.dot) ", .dim)
        let verified = user.isEmpty || verification.isEmpty ? user + verification : user + dot + verification
        let off = skew.isLarge ? skew.text : StyledText()
        let choices = [
            (named + host, beside(verified, clock)), (named, beside(verified, clock)), (named, beside(verified, off)),
            (named, beside(user, off)), (scene.placement.isSplit ? named : badge, beside(user, off)),
            (badge, beside(user, off)),
        ]
        let choice = choices.first { $0.columns + $1.columns + 2 <= row.width }
        guard let (left, right) = choice else {
            let room = max(0, row.width - badge.columns - 2)
            return canvas.write(badge, right: user.truncated(to: room, ellipsis: glyphs.ellipsis), in: row)
        }
        canvas.write(left, in: row)
        canvas.write(right, in: row, alignment: .right)
    }

    /// The state in the header's left corner, reversed: ` AUTHENTICATED  00:47 `.
    private func stateBadge(withTime: Bool) -> StyledText {
        let time = withTime ? timeLeft.map { "  \($0)" } ?? "" : ""
        let (_, words, tone) = state
        return StyledText.words(" \(words)\(time) ", Style(tone, [.bold, .reverse]), glyphs: glyphs)
    }

    /// The state in capitals, with the sign that the window's title has in place of it.
    private var state: (sign: String, words: String, tone: StyleRole) {
        if let activity = scene.stage.activity { return state(activity) }
        let standing = scene.standing
        let word = standing.word.uppercased()
        switch standing {
        case .unknown: return (glyphs.dash, scene.chain?.word.uppercased() ?? word, standing.tone)
        case .authenticated: return (glyphs.circle, word, isDue ? .warning : standing.tone)
        case .suspect, .expired(canBeRefreshed: true), .rejected(canBeRefreshed: true):
            return (glyphs.circle, word, standing.tone)
        case .refreshing: return (glyphs.circle, word + refreshTime, standing.tone)
        case .expired(canBeRefreshed: false), .rejected(canBeRefreshed: false):
            return (glyphs.square, "\(word) · can't be refreshed", standing.tone)
        case .ended(let end):
            if let word = scene.stage.endedWord { return (glyphs.circle, word, .success) }
            return (end.isForced ? glyphs.square : glyphs.dash, word, standing.tone)
        }
    }

    /// Whether the access token is due to be refreshed, or close to an end that no refresh is planned before.
    private var isDue: Bool {
        guard let token = scene.status.accessToken else { return false }
        return TokenClock(token, dueAt: scene.status.refreshDueAt, now: scene.now).urgency != .fresh
    }

    /// Whether what is shown still goes on.
    private func state(_ activity: ConsoleStage.Activity) -> (sign: String, words: String, tone: StyleRole) {
        if let end = scene.commandEnd, scene.stage.goesOn {
            return (glyphs.square, end.words.uppercased(), end.isFailure ? .danger : .dim)
        }
        return scene.clients.isOver || !scene.stage.goesOn
            ? (glyphs.square, activity.past, .dim) : (glyphs.circle, activity.present + servedCount, .success)
    }

    private var servedCount: String {
        let count = scene.clients.served.count
        return count == 0 ? "" : count == 1 ? " 1 CLIENT" : " \(count) CLIENTS"
    }

    /// For how long, once that is worth a word.
    private var refreshTime: String {
        guard let seconds = scene.secondsOfRefresh, seconds > 0 else { return "" }
        return " \(seconds) s"
    }

    private var verification: StyledText {
        guard scene.isSignedIn else { return StyledText() }
        guard let verifiedAt = scene.status.verifiedAt else { return StyledText("not verified", .warning) }
        return StyledText("verified \(scene.time.agoCoarsely(verifiedAt))", .dim)
    }

    private var user: StyledText {
        guard scene.isSignedIn else { return StyledText() }
        let info = scene.status.userInfo
        let name = info?["email"] ?? info?["preferred_username"] ?? info?["name"] ?? scene.status.subject ?? ""
        return SafeText.line(name, glyphs: glyphs).truncated(to: 40, ellipsis: glyphs.ellipsis)
    }

    private func beside(_ left: StyledText, _ right: StyledText) -> StyledText {
        left.isEmpty || right.isEmpty ? left + right : left + gap + right
    }

    /// By how much the provider's clock and this one differ; below a second that may come from the whole seconds of the
    /// `Date` field.
    private var skew: (text: StyledText, isLarge: Bool) {
        guard scene.isSignedIn, let skew = scene.status.clockSkew, skew.components.seconds != 0 else {
            return (StyledText(), false)
        }
        let isLarge = skew.components.seconds.magnitude >= 5
        return (StyledText("\(glyphs.delta)\(DurationText.skew(skew))", isLarge ? .warning : .dim), isLarge)
    }

    /// Shown only beside a session: without one the screen must not change every second.
    private var clock: StyledText {
        guard scene.isSignedIn else { return StyledText() }
        let time = StyledText(scene.time.clock(scene.now))
        return !skew.text.isEmpty ? time + StyledText(" ") + skew.text : time
    }

    /// The base of calls: a bare path in the request pane is relative to it.
    private var origin: StyledText {
        if let origin = scene.stage.origin { return StyledText(origin, .dim) }
        guard let api = scene.context.api else { return StyledText() }
        return StyledText("calls go to ", .dim) + SafeText.line(api.absoluteString, style: .dim, glyphs: glyphs)
    }

    /// How many programs the session's proxy serves.
    private var proxied: StyledText {
        guard let proxy = scene.proxy, scene.stage.isPresent else { return StyledText() }
        return StyledText.words(proxy.words, .accent, glyphs: glyphs)
    }

    /// That a recording is made, with a blank behind it.
    private var recorded: StyledText {
        scene.placement.isRecorded ? StyledText("REC", .badge) + StyledText(" ") : StyledText()
    }

    /// How many faults are armed, where their names have no room.
    private var shortBadges: [StyledText] {
        let badge = StyledText(scene.armedFaults.count == 1 ? " FAULT " : " \(scene.armedFaults.count) FAULTS ", .badge)
        return [recorded + badge, badge]
    }

    /// What is seen of the programs that are watched, the longest form first.
    private var watched: [StyledText] {
        let clients = scene.clients
        let (count, word) =
            switch scene.stage.counted {
            case .sessions: (clients.sessionCount, "session")
            case .clients: (clients.served.count, "client")
            }
        let counted = "\(count) \(word)\(count == 1 ? "" : "s")"
        let findings = "\(clients.findings.count) finding\(clients.findings.count == 1 ? "" : "s")"
        return [
            recorded + badge(before: StyledText.words("\(counted) · \(findings)", .dim, glyphs: glyphs)),
            recorded + badge(before: StyledText(findings, .dim)), recorded + badge(before: StyledText()),
        ]
    }

    /// The armed faults, and what stands beside them.
    private func badge(before rest: StyledText) -> StyledText {
        let armed = scene.armedWords
        guard !armed.isEmpty else { return rest }
        let badge = StyledText.words(" FAULT: \(armed) ", .badge, glyphs: glyphs)
        return rest.isEmpty ? badge : badge + StyledText.words(" · ", .dim, glyphs: glyphs) + rest
    }

    /// Faults and counts, as much of it as there may be room for.
    private var counts: [StyledText] {
        if scene.stage.tally == .findings { return watched }
        let badge = badge(before: StyledText())
        let absence = badge.isEmpty ? StyledText("no fault armed", .dim) : badge
        let dot = StyledText.words(" · ", .dim, glyphs: glyphs)
        // A dot that is drawn as a dash would make the counts read as a range.
        let joint = glyphs.isASCII ? ", " : " · "
        let recent = StyledText.words(
            "refreshes \(scene.status.refreshCount)\(joint)401s \(scene.status.unauthorizedCount)", .dim,
            glyphs: glyphs)
        let short = self.badge(before: recent)
        if scene.stage.tally == .faults { return [recorded + absence, recorded + absence, recorded + badge] }
        let hasNone = scene.status.refreshCount == 0 && scene.status.unauthorizedCount == 0
        let proxied = self.proxied
        let proxy = proxied.isEmpty ? proxied : proxied + dot
        let least = badge.isEmpty && !hasNone && proxied.isEmpty ? [] : [recorded + beside(proxied, badge)]
        return [recorded + proxy + absence + dot + recent, recorded + proxy + short] + least
    }
}
