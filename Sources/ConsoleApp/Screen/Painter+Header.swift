import FoundationEssentials
import SessionCore
import TerminalUI

extension Painter {
    mutating func drawHeader() {
        let rows = layout.header.rows
        guard rows.count == 2 else { return }
        let first = rows[0].inset(left: 1, right: 1)
        let second = rows[1].inset(left: 1, right: 1)
        if layout.form == .single {
            drawNarrowHeader(in: first)
            drawPanelTabs(in: second)
        } else {
            drawWideHeader(in: first)
            let counts = self.counts.truncated(to: second.width, ellipsis: glyphs.ellipsis)
            write(counts, in: second, alignment: .right)
            write(origin, in: second.inset(right: counts.columns + 2))
        }
    }

    private var gap: StyledText { StyledText("  ") }

    /// The state, then the clock, then whatever else there is room for.
    private mutating func drawNarrowHeader(in row: Rect) {
        let clock = self.clock(withSkew: false)
        let more = model.armedFaults.isEmpty ? verification : StyledText(" FAULT ", .badge)
        let long = state + StyledText(" ") + more
        write(long.columns + clock.columns + 2 <= row.width ? long : state, right: clock, in: row)
    }

    /// Program and profile at the left, state in the middle, user and clock at the right; the state has precedence.
    private mutating func drawWideHeader(in row: Rect) {
        let state = self.state + gap + verification
        let program =
            StyledText("session-console", .header) + gap
            + SafeText.line(model.context.profile, style: .accent, glyphs: glyphs)
        let host = gap + SafeText.line(model.context.issuerHost, style: .dim, glyphs: glyphs)
        let clock = self.clock(withSkew: true)
        let room = row.width - state.columns - clock.columns - 6
        let userRoom = room - program.columns
        let fitsUser = user.columns <= userRoom || userRoom >= 12
        let user = fitsUser ? self.user.truncated(to: userRoom, ellipsis: glyphs.ellipsis) : StyledText()
        let left = program.columns + host.columns + user.columns <= room ? program + host : program
        let right = user.isEmpty ? clock : user + gap + clock
        guard left.columns + right.columns + state.columns + 4 <= row.width else {
            return write(state, right: clock, in: row)
        }
        write(left, in: row)
        write(right, in: row, alignment: .right)
        let middle = (row.width - state.columns) / 2
        let start = min(max(middle, left.columns + 2), row.width - right.columns - 2 - state.columns)
        surface.write(state, at: Point(x: row.x + start, y: row.y))
    }

    /// The state in words, after a sign.
    private var state: StyledText {
        switch model.status.state {
        case .unknown: StyledText("\(glyphs.dash) STARTING", .dim)
        case .authenticated:
            if model.status.refreshWaiters != nil {
                StyledText("\(glyphs.circle) REFRESHING", Style(.warning, .bold))
            } else if model.status.suspicion != nil {
                StyledText("\(glyphs.circle) SUSPECT", Style(.warning, .bold))
            } else {
                StyledText("\(glyphs.circle) AUTHENTICATED", Style(.success, .bold))
            }
        case .noSession(let end):
            end.isForced
                ? StyledText("\(glyphs.square) FORCED OUT", Style(.danger, .bold))
                : StyledText("\(glyphs.dash) SIGNED OUT", Style(.warning, .bold))
        }
    }

    private var verification: StyledText {
        guard model.isSignedIn else { return StyledText() }
        guard let verifiedAt = model.status.verifiedAt else { return StyledText("not verified", .warning) }
        return StyledText("verified \(model.time.agoCoarsely(verifiedAt))", .dim)
    }

    private var user: StyledText {
        guard model.isSignedIn else { return StyledText() }
        let info = model.status.userInfo
        let name = info?["email"] ?? info?["preferred_username"] ?? info?["name"] ?? model.status.subject ?? ""
        return SafeText.line(name, glyphs: glyphs)
    }

    private func clock(withSkew: Bool) -> StyledText {
        let time = StyledText(model.time.clock(model.now))
        // Below a second it is what the whole seconds of the `Date` field leave open.
        guard withSkew, let skew = model.status.clockSkew, skew.components.seconds != 0 else { return time }
        let isLarge = skew.components.seconds.magnitude >= 5
        return time + StyledText(" \(glyphs.delta)\(DurationText.skew(skew))", isLarge ? .warning : .dim)
    }

    /// Where calls go: a bare path in the request panel is meant for this.
    private var origin: StyledText {
        guard let api = model.context.api else { return StyledText() }
        return StyledText("calls go to ", .dim) + SafeText.line(api.absoluteString, style: .dim, glyphs: glyphs)
    }

    private var counts: StyledText {
        let armed = model.armedFaults.map(\.rawValue).sorted()
        let badge =
            armed.isEmpty
            ? StyledText("no fault armed", .dim) : StyledText(" FAULT: \(armed.joined(separator: ", ")) ", .badge)
        return badge
            + words(" · refreshes \(model.status.refreshCount) · 401s \(model.status.unauthorizedCount)", .dim)
    }

    /// The titles of all panels, the one in sight marked: tab leads from one to the next.
    private mutating func drawPanelTabs(in row: Rect) {
        var text = StyledText()
        for panel in Panel.allCases {
            let isChosen = panel == model.focus
            if !text.isEmpty { text.append(" ") }
            text.append(
                isChosen ? "[\(panel.shortTitle)]" : panel.shortTitle, isChosen ? Style(.accent, .bold) : .dim)
        }
        write(text, in: row)
    }
}
