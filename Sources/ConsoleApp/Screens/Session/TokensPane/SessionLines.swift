import ConsoleFaults
import ConsoleKit
import FoundationEssentials
import SessionCore
import TerminalUI

/// The session pane's lines: why the session is not well, the clock of every token, scope and user.
struct SessionLines {
    /// The lines of a session that is well, where each token has one.
    static let flatHeight = 4

    let scene: Scene
    let glyphs: Glyphs
    let width: Int
    /// Whether everything is told, and nothing stands beside a bar.
    let isTall: Bool

    private(set) var lines: [StyledText] = []
    /// Which line shows which token.
    private(set) var tokenLines: [TokenKind: Int] = [:]

    private static let labelWidth = 9
    /// The columns below which a bar tells little beside words.
    private static let leastBar = 12

    init(_ scene: Scene, width: Int, isTall: Bool, glyphs: Glyphs) {
        self.scene = scene
        self.glyphs = glyphs
        self.width = width
        self.isTall = isTall
        addCause()
        if scene.isSignedIn { addSession() } else { addAbsence() }
    }

    private var room: Int { max(1, width - Self.labelWidth) }

    private mutating func add(_ label: String, _ text: StyledText) {
        lines.append(StyledText(TextWidth.pad(label, to: Self.labelWidth), .dim) + text)
    }

    /// On as many lines as the text needs, of some at most.
    private mutating func addWhole(_ label: String, _ text: StyledText, limit: Int = 6) {
        let end = StyledText(" \(glyphs.ellipsis)", .dim)
        for (index, line) in text.wrapped(to: room).bounded(to: limit, ending: end, width: room).enumerated() {
            add(index == 0 ? label : "", line)
        }
    }

    private func safe(_ text: String, _ style: Style = .text) -> StyledText {
        StyledText.words(text, style, glyphs: glyphs)
    }

    /// Why the session is not well, or why there is none.
    private mutating func addCause() {
        guard let cause = scene.cause else { return }
        addWhole("Why", safe(cause.words, Style(cause.tone)), limit: isTall ? 6 : 3)
    }

    private mutating func addAbsence() {
        if scene.status.state == .unknown { add("", StyledText("not known yet")) }
        guard !scene.placement.isOnlyLookedAt else { return }
        if isTall || lines.count + 1 < Self.flatHeight { lines.append(StyledText()) }
        add(
            "", StyledText("press ") + StyledText(ShellAction.signIn.key(glyphs), .key) + StyledText(" to sign in"))
    }

    private mutating func addSession() {
        let status = scene.status
        addToken(.access, "Access", status.accessToken, detail: accessDetail)
        addToken(.refresh, "Refresh", status.refreshToken, detail: grantDetail)
        addIdentity()
        guard isTall else {
            if lines.count < Self.flatHeight { addUser() }
            return
        }
        addScope()
        for note in status.scopeNotes { addWhole("Note", safe(note, .warning)) }
        addUser()
        add("Origin", safe("\(start) · sign-in \(status.generation)"))
    }

    /// On two lines at most; the caller cuts the second.
    private mutating func addScope() {
        let scope = ScopeText(scene.status)
        guard let granted = scope.grantedWords else { return add("Scope", StyledText("unknown", .dim)) }
        if let asked = scope.askedWords {
            addWhole("Scope", safe(granted), limit: 2)
            return addWhole("Asked", safe(asked, .warning), limit: 2)
        }
        addWhole("Scope", safe(granted), limit: 2)
    }

    /// Who is signed in: name, address and subject on a line.
    private mutating func addUser() {
        let info = scene.status.userInfo
        let subject = (scene.status.subject ?? info?.subject).map { "sub \($0)" }
        let known = [info?["name"], info?["email"] ?? info?["preferred_username"], subject].compactMap(\.self)
        let who = known.isEmpty ? StyledText("unknown", .dim) : safe(known.joined(separator: " · "))
        add("User", who.truncated(to: room, ellipsis: glyphs.ellipsis))
    }

    private var start: String {
        switch scene.status.state {
        case .authenticated(.restored): "restored from the store"
        case .authenticated(.signedIn(let flow)): "signed in with \(SignInFlowName.title(of: flow))"
        case .authenticated(.otherProcess): "signed in by another process"
        case .unknown, .noSession: ""
        }
    }

    private mutating func addToken(_ kind: TokenKind, _ label: String, _ token: TokenStatus?, detail: StyledText?) {
        tokenLines[kind] = lines.count
        guard let token else {
            if kind == .refresh, scene.status.shortfalls.contains(.refreshToken) {
                return add(label, StyledText(Shortfall.refreshToken.shortWords, .warning))
            }
            let isRepeated = kind == .refresh && scene.status.isRenewedByFlow
            return add(label, StyledText(isRepeated ? "none needed: the sign-in is repeated" : "none", .dim))
        }
        addClock(label, kind, token, detail: detail)
    }

    private var grantDetail: StyledText? {
        scene.status.grantEnd(now: scene.now).map { StyledText($0, .dim) }
    }

    private func clock(of token: TokenStatus, _ kind: TokenKind) -> TokenClock {
        TokenClock(token, dueAt: kind == .access ? scene.status.refreshDueAt : nil, now: scene.now)
    }

    /// The columns of the time that is left, alike for the tokens that have a bar.
    private var timeWidth: Int {
        [scene.status.accessToken, scene.status.refreshToken].compactMap(\.self).map {
            $0.timeLeft(now: scene.now)?.count ?? 0
        }.max() ?? 0
    }

    private func isWithBar(_ clock: TokenClock) -> Bool { !clock.isOver && clock.fraction != nil }

    /// `A3F1 00:47 ██████╎█████░░░░`, and the detail beside the bar, or below it, under the bar's mark.
    private mutating func addClock(_ label: String, _ kind: TokenKind, _ token: TokenStatus, detail: StyledText?) {
        let clock = clock(of: token, kind)
        let name = StyledText("\(token.fingerprint) ", .accent)
        guard isWithBar(clock) else {
            let words = clock.words(past: token.expiry.pastWord)
            return addBeside(label, name + StyledText(words, clock.isOver ? Style(.danger) : .text), detail)
        }
        let time = TextWidth.pad(token.timeLeft(now: scene.now) ?? "", to: timeWidth)
        let urgency = clock.urgency
        let role: StyleRole =
            switch urgency {
            case .fresh: .barFull
            case .due, .low: .barCaution
            case .ending: .barWarning
            }
        let head = name + StyledText("\(time) ")
        let word = urgency == .fresh ? StyledText() : StyledText(" \(urgency.word)", Style(role))
        let most = max(0, room - head.columns - word.columns)
        let beside = isTall ? nil : detail.flatMap { most - $0.columns - 2 >= Self.leastBar ? $0 : nil }
        let columns = most - (beside.map { $0.columns + 2 } ?? 0)
        let bar = ProgressBar.text(
            fraction: clock.fraction(inStepsOf: columns * 2) ?? 0, columns: columns, role: role,
            mark: clock.dueFraction, glyphs: glyphs)
        add(label, head + bar + word + (beside.map { StyledText("  ") + $0 } ?? StyledText()))
        guard beside == nil, let detail else { return }
        let mark = clock.dueFraction.map { ProgressBar.column(of: $0, in: columns) } ?? 0
        let indent = head.columns + min(mark, most - detail.columns)
        if indent < head.columns { return addWhole("", detail) }
        add("", StyledText(String(repeating: " ", count: indent)) + detail)
    }

    /// Adds what a token is, with the detail beside it, or below it where the line has no room for both.
    private mutating func addBeside(_ label: String, _ head: StyledText, _ detail: StyledText?) {
        guard let detail else { return add(label, head) }
        if head.columns + detail.columns + 2 <= room { return add(label, head + StyledText("  ") + detail) }
        add(label, head)
        addWhole("", detail, limit: isTall ? 4 : 2)
    }

    private mutating func addIdentity() {
        tokenLines[.identity] = lines.count
        guard let token = scene.status.idToken else {
            let isMissing = scene.status.shortfalls.contains(.idToken)
            return add(
                "ID token", isMissing ? StyledText(Shortfall.idToken.shortWords, .warning) : StyledText("none", .dim))
        }
        let clock = TokenClock(end: token.expiresAt.map(scene.status.localTime), obtainedAt: nil, now: scene.now)
        let left = token.expiresAt.flatMap { end in
            clock.isOver ? nil : TokenClock.countdown(to: scene.status.localTime(end), from: scene.now)
        }
        let time = StyledText(left ?? clock.words, clock.isOver ? Style(.danger) : .text)
        addBeside("ID token", StyledText("\(token.fingerprint) ", .accent) + time, trust(token.trust))
    }

    /// A token that was declared expired, or rejected, is not renewed ahead of its use.
    private var isLeftToNextCall: Bool {
        if case .at(_, let source) = scene.status.accessToken?.expiry { source.isBeforeItsTime } else { false }
    }

    private var accessDetail: StyledText {
        if scene.hasRunOut, scene.status.refreshWaiters == nil {
            let hasToken = scene.status.refreshToken != nil
            return StyledText(
                hasToken ? "the refresh token has expired, too" : "nothing can refresh the session", .warning)
        }
        if let token = scene.status.accessToken, scene.status.refreshWaiters == nil,
            TokenClock(token, now: scene.now).hadNoTime
        {
            return StyledText("it was issued without a lifetime", .warning)
        }
        if let deferral = scene.status.refreshDeferral, scene.status.refreshWaiters == nil {
            let due = scene.status.refreshedByCallsFrom.flatMap { date in
                date > scene.now ? "due in \(TokenClock.countdown(to: date, from: scene.now)), by a call: " : nil
            }
            return StyledText(due ?? "refreshed by the next call: ", .warning) + safe("\(deferral)")
        }
        switch (scene.status.refreshWaiters, scene.status.refreshDueAt) {
        case (let waiters?, _): return StyledText(refreshWords(waiters: waiters), .warning)
        case (_, let date?):
            return date > scene.now
                ? StyledText(glyphs.barMark, .key) + StyledText(" refreshes in ", .dim)
                    + StyledText(TokenClock.calm(to: date, from: scene.now))
                : StyledText(isLeftToNextCall ? "refreshed by the next call" : "refresh due now", .warning)
        case (nil, nil): return StyledText("no refresh planned", .dim)
        }
    }

    /// A refresh is not cancelled: its answer may hold the only refresh token that is still valid.
    private func refreshWords(waiters: Int) -> String {
        let calls = waiters > 1 ? ", \(waiters) calls wait" : ""
        guard let seconds = scene.secondsOfRefresh, seconds > 0 else { return "refreshing now\(calls)" }
        let deadline = DurationText.short(scene.context.refreshDeadline)
        if scene.waitsForOtherProcess { return "waits for another process, max \(deadline)\(calls)" }
        return "refreshing, gives up after \(deadline)\(calls)"
    }

    private func trust(_ trust: TokenTrust) -> StyledText {
        switch trust {
        case .verified(let algorithm, let keyID):
            StyledText("\(glyphs.check) ", .success)
                + safe("\(algorithm) verified" + (keyID.map { ", key \($0)" } ?? ""))
        case .failed(let reason): StyledText("\(glyphs.cross) not valid: ", .danger) + safe(reason)
        case .notChecked(let reason): StyledText("? not checked: ", .warning) + safe(reason)
        }
    }
}

extension TokenStatus {
    /// `00:47`; `nil` where the token has expired or its expiry is unknown.
    fileprivate func timeLeft(now: Date) -> String? {
        guard case .at(let end, _) = expiry, end > now else { return nil }
        return TokenClock.countdown(to: end, from: now)
    }
}
