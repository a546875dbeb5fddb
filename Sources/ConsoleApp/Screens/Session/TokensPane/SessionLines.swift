import ConsoleFaults
import ConsoleKit
import FoundationEssentials
import SessionCore
import TerminalUI

/// The session pane's lines: state, the clock of every token, scope and subject.
struct SessionLines {
    /// Lines where there is room to tell everything, and where each token has one line.
    static let tallHeight = 10
    static let flatHeight = 4

    let scene: Scene
    /// How long the ID token still lived when it was first seen.
    let idTokenLife: TimeInterval?
    let glyphs: Glyphs
    let width: Int
    let isTall: Bool

    private(set) var lines: [StyledText] = []
    /// Which line shows which token.
    private(set) var tokenLines: [TokenKind: Int] = [:]

    private static let labelWidth = 9
    /// The columns below which a bar tells nothing.
    private static let leastBar = 5

    init(_ scene: Scene, idTokenLife: TimeInterval?, width: Int, isTall: Bool, glyphs: Glyphs) {
        self.scene = scene
        self.idTokenLife = idTokenLife
        self.glyphs = glyphs
        self.width = width
        self.isTall = isTall
        if scene.isSignedIn { addSession() } else { addAbsence() }
    }

    private mutating func add(_ label: String, _ text: StyledText) {
        lines.append(StyledText(TextWidth.pad(label, to: Self.labelWidth), .dim) + text)
    }

    private func safe(_ text: String, _ style: Style = .text) -> StyledText {
        SafeText.line(text, style: style, glyphs: glyphs)
    }

    private mutating func addAbsence() {
        switch scene.status.state {
        case .unknown: add("State", StyledText("not known yet"))
        case .noSession(let end):
            add("State", StyledText("not signed in"))
            let label = "Why"
            let reason = safe("\(end)").wrapped(to: width - Self.labelWidth).bounded(
                to: isTall ? 5 : 2, ending: StyledText(" \(glyphs.ellipsis)", .dim), width: width - Self.labelWidth)
            for (index, line) in reason.enumerated() { add(index == 0 ? label : "", line) }
        case .authenticated: break
        }
        guard !scene.placement.isOnlyLookedAt else { return }
        if isTall || lines.count + 1 < Self.flatHeight { lines.append(StyledText()) }
        lines.append(
            StyledText(String(repeating: " ", count: Self.labelWidth)) + StyledText("press ")
                + StyledText(ShellAction.signIn.key(glyphs), .key) + StyledText(" to sign in"))
    }

    private mutating func addSession() {
        let status = scene.status
        let standing = scene.standing
        var state = StyledText(standing.word, Style(standing.tone))
        state += dotted("sign-in \(status.generation)")
        if !isTall { state += dotted(status.suspicion?.description ?? start) }
        add("State", state)
        if isTall { add(status.suspicion == nil ? "Origin" : "Why", safe(status.suspicion?.description ?? start)) }
        addToken(.access, "Access", status.accessToken, detail: accessDetail)
        addToken(.refresh, "Refresh", status.refreshToken, detail: grantDetail)
        addIdentity()
        guard isTall else { return }
        addScope()
        add("Subject", status.subject.map { safe($0) } ?? StyledText("unknown", .dim))
    }

    /// On two lines at most; the caller cuts the second.
    private mutating func addScope() {
        let scope = ScopeText(scene.status)
        guard let granted = scope.grantedWords else { return add("Scope", StyledText("unknown", .dim)) }
        if let asked = scope.askedWords {
            add("Scope", safe(granted))
            return add("Asked", safe(asked, .warning))
        }
        let lines = safe(granted).wrapped(to: width - Self.labelWidth)
        add("Scope", lines[0])
        if lines.count > 1 { add("", lines.dropFirst(2).reduce(lines[1]) { $0 + StyledText(" ") + $1 }) }
    }

    private func dotted(_ text: String) -> StyledText {
        StyledText(" \(glyphs.dot) ", .dim) + safe(text)
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
        let dueAt = kind == .access ? scene.status.refreshDueAt : nil
        let clock = TokenClock(token, dueAt: dueAt, now: scene.now)
        let short = kind == .access ? shortAccessDetail : nil
        addClock(
            label, clock, past: token.expiry.pastWord, fingerprint: token.fingerprint, detail: detail,
            shortDetail: short)
    }

    private var grantDetail: StyledText? {
        scene.status.grantEnd(now: scene.now).map { StyledText($0, .dim) }
    }

    private mutating func addIdentity() {
        tokenLines[.identity] = lines.count
        guard let token = scene.status.idToken else {
            let isMissing = scene.status.shortfalls.contains(.idToken)
            add("ID token", isMissing ? StyledText(Shortfall.idToken.shortWords, .warning) : StyledText("none", .dim))
            if isTall { add("", StyledText()) }
            return
        }
        let end = token.expiresAt.map(scene.status.localTime)
        let seenAt = idTokenLife.flatMap { life in end.map { $0.addingTimeInterval(-life) } }
        let clock = TokenClock(end: end, obtainedAt: seenAt, now: scene.now)
        addClock(
            "ID token", clock, fingerprint: token.fingerprint, detail: trust(token.trust),
            shortDetail: shortTrust(token.trust))
    }

    /// `expires in 00:47  ██████░░ A3F1`, and the detail after it or on a line of its own.
    private mutating func addClock(
        _ label: String, _ clock: TokenClock, past: String = "expired", fingerprint: Fingerprint, detail: StyledText?,
        shortDetail: StyledText?
    ) {
        let text = StyledText(TextWidth.pad(clock.words(past: past), to: 17), clock.isOver ? Style(.danger) : .text)
        let urgency = clock.urgency
        let role: StyleRole =
            switch urgency {
            case .fresh: .barFull
            case .due, .low: .barCaution
            case .ending: .barWarning
            }
        // Beside the bar: a blank, the fingerprint, a blank and the word of urgency.
        let room = width - Self.labelWidth - 17 - 11
        var (columns, detail) = (max(0, min(24, isTall ? room : room - 28)), detail)
        if !isTall, columns < Self.leastBar {
            let short = shortDetail ?? detail
            let fits = room - (short.map { $0.columns + 2 } ?? 0) >= Self.leastBar
            (columns, detail) = fits ? (Self.leastBar, short) : (0, detail)
        }
        let bar = ProgressBar.text(
            fraction: clock.fraction(inStepsOf: columns * 2) ?? 0, columns: columns, role: role,
            mark: clock.dueFraction,
            glyphs: glyphs)
        let shownBar = clock.fraction == nil ? StyledText(String(repeating: " ", count: bar.columns)) : bar
        var line = text + StyledText(" ") + shownBar + StyledText(" ") + StyledText("\(fingerprint)", .accent)
        if urgency != .fresh { line += StyledText(" \(urgency.word)", Style(role)) }
        if isTall {
            add(label, line)
            if let detail { add("", detail) }
        } else {
            add(label, line + StyledText("  ") + (detail ?? StyledText()))
        }
    }

    /// A token that was declared expired, or rejected, is not renewed ahead of its use.
    private var isLeftToNextCall: Bool {
        if case .at(_, let source) = scene.status.accessToken?.expiry { source.isBeforeItsTime } else { false }
    }

    private var accessDetail: StyledText {
        if scene.hasRunOut, scene.status.refreshWaiters == nil {
            let hasToken = scene.status.refreshToken != nil
            return StyledText(hasToken ? "its refresh token has expired too" : "it can't be refreshed", .warning)
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
        let due: StyledText =
            switch (scene.status.refreshWaiters, scene.status.refreshDueAt) {
            case (let waiters?, _): StyledText(refreshWords(waiters: waiters), .warning)
            case (_, let date?):
                date > scene.now
                    ? StyledText("refresh due in ", .dim) + StyledText(TokenClock.countdown(to: date, from: scene.now))
                    : StyledText(isLeftToNextCall ? "refreshed by the next call" : "refresh due now", .warning)
            case (nil, nil): StyledText("no refresh planned", .dim)
            }
        guard isTall, case .at(_, let source) = scene.status.accessToken?.expiry else { return due }
        let full = due + StyledText(" \(glyphs.dot) \(source.clause)", .dim)
        return full.columns + Self.labelWidth <= width ? full : due
    }

    /// What leaves room for the bar; `nil` where only the whole detail says it.
    private var shortAccessDetail: StyledText? {
        guard !scene.hasRunOut, scene.status.refreshDeferral == nil, scene.status.refreshWaiters == nil,
            let date = scene.status.refreshDueAt, date > scene.now
        else { return nil }
        return StyledText("due in ", .dim) + StyledText(TokenClock.countdown(to: date, from: scene.now))
    }

    /// A refresh is not cancelled: its answer may hold the only refresh token that is still valid.
    private func refreshWords(waiters: Int) -> String {
        let calls = waiters > 1 ? ", \(waiters) calls wait" : ""
        guard let seconds = scene.secondsOfRefresh, seconds > 0 else { return "refreshing now\(calls)" }
        let deadline = DurationText.short(scene.context.refreshDeadline)
        if scene.waitsForOtherProcess { return "waits for another process, max \(deadline)\(calls)" }
        return "refreshing, gives up after \(deadline)\(calls)"
    }

    private func shortTrust(_ trust: TokenTrust) -> StyledText {
        switch trust {
        case .verified: StyledText("\(glyphs.check) ", .success) + StyledText("verified")
        case .failed: StyledText("\(glyphs.cross) not valid", .danger)
        case .notChecked: StyledText("? not checked", .warning)
        }
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
