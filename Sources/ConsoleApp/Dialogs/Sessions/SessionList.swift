import ConsoleKit
import FoundationEssentials
import SessionCore
import TerminalUI

/// The sessions of all profiles as their stores have them, and the selected one in full.
struct SessionList: Dialog {
    /// The profile of the session that the list lies over.
    private let profile: String
    /// The sessions by their names, each with the programs that use it below.
    private(set) var list = RowList<Entry>()
    /// `nil` until they were read.
    private var readAt: Date?

    /// The stores are read again after so many seconds.
    private static let patience = 2.0
    /// Rows below the list for the words of the selected session.
    private static let foot = 5
    private static let mostWidth = 112
    private static let wordWidth = 13
    private static let clockWidth = 9
    private static let gap = 2

    enum Action: String, KeyAction {
        case open
        case cutOff = "cut-off-user"

        var binding: Binding {
            switch self {
            case .open:
                Binding([.enter], "show", "show the selected session, or its status where it can't be opened", .dialogs)
            case .cutOff:
                Binding(["c"], "cut off", "refuse the selected program this session from now on", .dialogs)
            }
        }
    }

    /// A session, or a program that uses it.
    struct Entry: ListRow {
        let glance: ProfileGlance
        var use: SessionUse?

        // A caller may have another process each time.
        var id: String {
            glance.profile + (use.map { "\n\($0.process) \($0.namespace ?? 0) \($0.caller?.name ?? "")" } ?? "")
        }
    }

    init(profile: String) { self.profile = String(profile.prefix { $0 != ":" }) }

    var reaches: Outside { [] }

    // MARK: - What was read

    /// Takes up what was read; selection and place stay where they were.
    mutating func update(_ read: [ProfileGlance], at now: Date) {
        let names = Set(read.map(\.profile))
        let kept = glances.filter { !names.contains($0.profile) }
        let entries = (kept + read).sorted { $0.profile < $1.profile }
            .flatMap { glance in [Entry(glance: glance)] + glance.uses.map { Entry(glance: glance, use: $0) } }
        list.replace(entries, selecting: list.selected?.id ?? profile)
        readAt = now
    }

    private var glances: [ProfileGlance] { list.rows.filter { $0.use == nil }.map(\.glance) }

    /// Whether it is time to read the stores again.
    func isStale(at now: Date) -> Bool { readAt.map { abs(now.timeIntervalSince($0)) >= Self.patience } ?? false }

    // MARK: - Keys

    mutating func press(_ key: Key, in scene: Scene) -> [DialogOutput] {
        if ListAction.close.binding.keys.contains(key) { return [.close] }
        switch Action.action(for: key) {
        case .open: return open(in: scene)
        case .cutOff: return cutOff()
        case nil:
            if let motion = Motion.action(for: key) { list.move(motion) }
            return []
        }
    }

    mutating func click(row: Int, in _: Scene) -> [DialogOutput] {
        list.select(row)
        return []
    }

    private func open(in scene: Scene) -> [DialogOutput] {
        guard let glance = list.selected?.glance else { return [] }
        guard scene.context.profiles.contains(glance.profile) else {
            return [.pane(.show(ExchangeDetails(glance, in: scene)))]
        }
        return [.close, .effect(.terminal(.showSession(.show(glance.profile))))]
    }

    private func cutOff() -> [DialogOutput] {
        guard let selected = list.selected else { return [] }
        guard let use = selected.use, !use.isElsewhere else {
            let words =
                selected.use == nil ? "Select a program that uses the session" : "It can be cut off where it runs"
            return [.pane(.notice(Notice(.muted, words)))]
        }
        return [
            .effect(
                .terminal(.cutOff(process: use.userProcess, named: use.caller?.name, of: selected.glance.profile)))
        ]
    }

    // MARK: - Shown

    mutating func layOut(_ area: Size, in _: Scene) {
        list.layOut(area.forList(foot: Self.foot + 1))
    }

    func hints(in _: Scene, _ glyphs: Glyphs) -> [Hint] {
        let cutOff = list.selected?.use?.isElsewhere == false ? [Action.cutOff.hint(glyphs)] : []
        let open = list.isEmpty ? [] : [Action.open.hint(glyphs)] + cutOff + [Hint(Motion.arrows(glyphs), "choose")]
        return open + [ListAction.close.hint(glyphs)]
    }

    func draw(on canvas: inout Canvas, in area: Rect, _ scene: Scene) {
        guard let selected = list.selected else {
            let words = readAt == nil ? "Reading the stores\(canvas.glyphs.ellipsis)" : "No profile and no session."
            canvas.drawPopup("Sessions", [StyledText(words, .dim)], in: area)
            return
        }
        let width = min(area.width - 6, Self.mostWidth)
        // The names of the columns stand above the list.
        let inside = Popup.draw(
            on: &canvas.surface, in: area,
            inside: Size(
                width: width, height: min(Canvas.listHeight(in: area.size), 1 + list.count + Self.foot)),
            title: StyledText("Sessions", .title), glyphs: canvas.glyphs)
        let (body, foot) = inside.split(bottom: Self.foot)
        let (head, rows) = body.split(top: 1)
        let nameWidth = min(width / 4, max(7, glances.map { TextWidth.columns(of: $0.profile) }.max() ?? 0)) + 2
        canvas.write(heading(nameWidth), in: head)
        canvas.drawRows(of: list, in: rows) { canvas, entry, place in
            let line =
                entry.use.map { canvas.words("    \($0.words(now: scene.now))", .dim) }
                ?? line(of: entry.glance, nameWidth, scene.now, canvas)
            canvas.write(line.truncated(to: place.width, ellipsis: canvas.glyphs.ellipsis), in: place)
        }
        let client = selected.glance.client.map { [canvas.words("\($0.clientID) at \($0.issuer)", .dim)] } ?? []
        let details = selected.use?.words(now: scene.now) ?? selected.glance.details(now: scene.now).capitalizedFirst
        let shown = canvas.words(details).wrapped(to: width).prefix(Self.foot - 1 - client.count)
        canvas.write([StyledText()] + shown + client, in: foot)
    }

    private func heading(_ nameWidth: Int) -> StyledText {
        let columns = [
            ("  profile", nameWidth), ("state", Self.wordWidth), ("access", Self.clockWidth),
            ("refresh", Self.clockWidth),
        ]
        let words = columns.map { TextWidth.pad($0.0, to: $0.1 + Self.gap) }.joined()
        return StyledText(words + "tokens", .dim)
    }

    /// `▸ work   authenticated   00:47   09:12   refreshed 13 s ago by process 4711 (token)`.
    private func line(of glance: ProfileGlance, _ nameWidth: Int, _ now: Date, _ canvas: Canvas) -> StyledText {
        let glyphs = canvas.glyphs
        let word = glance.word(now: now)
        let mark = glance.profile == profile ? glyphs.triangleRight : " "
        let name = StyledText("\(mark) ", .accent) + StyledText.words(glance.profile, glyphs: glyphs)
        var line = name.padded(to: nameWidth + Self.gap, glyphs)
        line += StyledText(TextWidth.pad(word.words, to: Self.wordWidth + Self.gap), word.style)
        guard let status = glance.status, status.state.isAuthenticated else {
            return line + canvas.words(glance.details(now: now), .dim)
        }
        for token in [status.accessToken, status.refreshToken] {
            line += clock(token, now, glyphs).padded(to: Self.clockWidth + Self.gap, glyphs)
        }
        guard let renewal = glance.renewal(now: now) else { return line }
        return line + canvas.words("\(renewal.verb) \(renewal.rest)", .dim)
    }

    private func clock(_ token: TokenStatus?, _ now: Date, _ glyphs: Glyphs) -> StyledText {
        guard let token else { return StyledText(glyphs.dash, .dim) }
        let clock = TokenClock(token, now: now)
        guard let seconds = clock.secondsLeft else { return StyledText("unknown", .dim) }
        if clock.isOver { return StyledText(token.expiry.pastWord, .danger) }
        return StyledText(
            DurationText.countdown(seconds: Int(seconds.rounded(.up))), clock.isNearEnd ? .warning : .text)
    }
}

extension ProfileGlance.Word {
    fileprivate var style: Style {
        switch self {
        case .authenticated: Style(.success)
        case .expired, .suspect: Style(.warning)
        case .runOut, .forcedOut, .unreadable: Style(.danger)
        case .signedOut: Style(.dim)
        }
    }
}
