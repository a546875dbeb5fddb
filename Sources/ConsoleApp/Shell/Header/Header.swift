import FoundationEssentials
import SessionCore
import TerminalUI

/// The two rows at the top: who, where, and how the session stands.
struct Header {
    private let scene: Scene
    private let layout: ShellLayout
    /// The titles of the screen's panes.
    private let tabs: StyledText
    private var glyphs = Glyphs.unicode

    init(_ model: Model, _ layout: ShellLayout) {
        (scene, self.layout, tabs) = (model.scene, layout, model.screen.tabs())
    }

    func draw(on canvas: inout Canvas) {
        var header = self
        header.glyphs = canvas.glyphs
        header.drawRows(on: &canvas)
    }

    private func drawRows(on canvas: inout Canvas) {
        let rows = layout.header.rows
        guard rows.count == 2 else { return }
        let first = rows[0].inset(left: 1, right: 1)
        let second = rows[1].inset(left: 1, right: 1)
        if layout.form == .single {
            drawNarrow(on: &canvas, in: first)
            canvas.write(tabs, in: second)
        } else {
            drawWide(on: &canvas, in: first)
            let counts = self.counts.truncated(to: second.width, ellipsis: glyphs.ellipsis)
            canvas.write(counts, in: second, alignment: .right)
            canvas.write(origin, in: second.inset(right: counts.columns + 2))
        }
    }

    private var gap: StyledText { StyledText("  ") }

    /// What the window is called: `● 00:47 alice@example.com`, which also reads in a list of windows.
    func windowTitle(_ glyphs: Glyphs) -> String {
        var header = self
        header.glyphs = glyphs
        guard scene.isSignedIn else { return "session-console \(scene.context.profile)" }
        let sign = header.state.text.prefix(1)
        let left = scene.status.accessToken.flatMap { token -> String? in
            guard case .at(let end, _) = token.expiry, end > scene.now else { return nil }
            return TokenClock.countdown(to: end, from: scene.now)
        }
        return ([String(sign), left, user.text].compactMap(\.self).filter { !$0.isEmpty }).joined(separator: " ")
    }

    /// The state, then the clock, then whatever else there is room for.
    private func drawNarrow(on canvas: inout Canvas, in row: Rect) {
        let clock = self.clock(withSkew: false)
        let more = scene.armedFaults.isEmpty ? verification : StyledText(" FAULT ", .badge)
        let long = state + StyledText(" ") + more
        canvas.write(long.columns + clock.columns + 2 <= row.width ? long : state, right: clock, in: row)
    }

    /// Program and profile at the left, state in the middle, user and clock at the right; the state has precedence.
    private func drawWide(on canvas: inout Canvas, in row: Rect) {
        let state = self.state + gap + verification
        let program =
            StyledText("session-console", .header) + gap
            + SafeText.line(scene.context.profile, style: .accent, glyphs: glyphs)
        let host = gap + SafeText.line(scene.context.issuerHost, style: .dim, glyphs: glyphs)
        let clock = self.clock(withSkew: true)
        let room = row.width - state.columns - clock.columns - 6
        let userRoom = room - program.columns
        let fitsUser = user.columns <= userRoom || userRoom >= 12
        let user = fitsUser ? self.user.truncated(to: userRoom, ellipsis: glyphs.ellipsis) : StyledText()
        let left = program.columns + host.columns + user.columns <= room ? program + host : program
        let right = user.isEmpty ? clock : user + gap + clock
        guard left.columns + right.columns + state.columns + 4 <= row.width else {
            return canvas.write(state, right: clock, in: row)
        }
        canvas.write(left, in: row)
        canvas.write(right, in: row, alignment: .right)
        let middle = (row.width - state.columns) / 2
        let start = min(max(middle, left.columns + 2), row.width - right.columns - 2 - state.columns)
        canvas.surface.write(state, at: Point(x: row.x + start, y: row.y))
    }

    /// The state in words, after a sign.
    private var state: StyledText {
        switch scene.status.state {
        case .unknown: StyledText("\(glyphs.dash) STARTING", .dim)
        case .authenticated:
            if scene.status.refreshWaiters != nil {
                StyledText("\(glyphs.circle) REFRESHING", Style(.warning, .bold))
            } else if scene.status.suspicion != nil {
                StyledText("\(glyphs.circle) SUSPECT", Style(.warning, .bold))
            } else if hasRunOut {
                StyledText("\(glyphs.square) EXPIRED \(glyphs.dot) can't be refreshed", Style(.danger, .bold))
            } else {
                StyledText("\(glyphs.circle) AUTHENTICATED", Style(.success, .bold))
            }
        case .noSession(let end):
            end.isForced
                ? StyledText("\(glyphs.square) FORCED OUT", Style(.danger, .bold))
                : StyledText("\(glyphs.dash) SIGNED OUT", Style(.warning, .bold))
        }
    }

    /// Whether no token is left that a call could use, or that could get another one.
    private var hasRunOut: Bool {
        let isOver = { (token: TokenStatus) in TokenClock(token, now: scene.now).isOver }
        guard let access = scene.status.accessToken, isOver(access) else { return false }
        return scene.status.refreshToken.map(isOver) ?? true
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
        return SafeText.line(name, glyphs: glyphs)
    }

    /// Only beside a session: without one nothing on the screen depends on the second, and nothing is written.
    private func clock(withSkew: Bool) -> StyledText {
        guard scene.isSignedIn else { return StyledText() }
        let time = StyledText(scene.time.clock(scene.now))
        // Below a second it is what the whole seconds of the `Date` field leave open.
        guard withSkew, let skew = scene.status.clockSkew, skew.components.seconds != 0 else { return time }
        let isLarge = skew.components.seconds.magnitude >= 5
        return time + StyledText(" \(glyphs.delta)\(DurationText.skew(skew))", isLarge ? .warning : .dim)
    }

    /// Where calls go: a bare path in the request panel is meant for this.
    private var origin: StyledText {
        guard let api = scene.context.api else { return StyledText() }
        return StyledText("calls go to ", .dim) + SafeText.line(api.absoluteString, style: .dim, glyphs: glyphs)
    }

    private var counts: StyledText {
        let armed = scene.armedFaults.map(\.rawValue).sorted()
        let badge =
            armed.isEmpty
            ? StyledText("no fault armed", .dim) : StyledText(" FAULT: \(armed.joined(separator: ", ")) ", .badge)
        return badge
            + StyledText.words(
                " · refreshes \(scene.status.refreshCount) · 401s \(scene.status.unauthorizedCount)", .dim,
                glyphs: glyphs)
    }
}
