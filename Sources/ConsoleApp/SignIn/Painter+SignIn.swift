import FoundationEssentials
import SessionCore
import TerminalUI

extension Painter {
    mutating func draw(_ dialog: SignInDialog) {
        let width = min(64, surface.size.width - 6)
        switch dialog.stage {
        case .choosing(let selected): drawChoice(selected: selected, note: dialog.note, width: width)
        case .password(let form): draw(form, width: width)
        case .importing(let field): draw(importing: field, width: width)
        case .starting(let flow):
            drawPopup("Sign in", [words("\(flow.title): asking the provider …")], width: width)
        case .device(let device): draw(device)
        case .browser(let url, let opened, let redirect):
            drawBrowser(url, opened: opened, redirect, dialog)
        case .failed(let flow, let error):
            let text = StyledText("\(glyphs.cross) ", .danger) + words("\(flow.title): \(error)", .danger)
            let again = hint(Key.enter.name(glyphs), "try again") + hint("l", "another way") + hint("esc", "close")
            let note = dialog.note.map { words($0, .dim).wrapped(to: width) } ?? []
            drawPopup(
                "Not signed in", text.wrapped(to: width) + note + [StyledText(), again], width: width, style: .danger)
        }
    }

    private func hint(_ key: String, _ label: String) -> StyledText {
        StyledText(key, .key) + StyledText(" \(label)   ")
    }

    private var demoHint: [StyledText] {
        guard !model.context.demoUsers.isEmpty else { return [] }
        let users = model.context.demoUsers.map { "\($0.username) / \($0.password)" }.joined(separator: ", ")
        return [SafeText.line("demo users: \(users)", style: .dim, glyphs: glyphs)]
    }

    private mutating func drawChoice(selected: Int, note: String?, width: Int) {
        // A line for the title and one for its words, for each way, and what stands below.
        let hasRoom = popupArea.height >= 2 * model.context.flows.count + 7
        var lines: [StyledText] = []
        var titles: [Int] = []
        for flow in model.context.flows {
            titles.append(lines.count)
            let obstacle = model.signInOffers.obstacle(to: flow)
            let isClosed = obstacle?.isFinal == true
            lines.append(
                StyledText(" \(flow.letter) ", isClosed ? .dim : .key)
                    + StyledText(" \(flow.title)", isClosed ? .dim : .title)
                    + (obstacle == nil ? StyledText() : StyledText(isClosed ? "  not here" : "  not offered", .warning))
            )
            guard hasRoom else { continue }
            let text = obstacle.map { words($0.reason, .warning) } ?? StyledText(flow.summary, .dim)
            lines += text.wrapped(to: width - 4).map { StyledText("    ") + $0 }
        }
        lines.append(StyledText())
        if case .unavailable(let reason) = model.signInOffers {
            lines += words("What the provider offers is not known: \(reason)", .warning).wrapped(to: width).prefix(3)
        }
        if let note { lines += words(note, .danger).wrapped(to: width).prefix(3) }
        if model.isSignedIn { lines.append(StyledText("This replaces the present session.", .warning)) }
        lines += demoHint.flatMap { $0.wrapped(to: width) }
        let inside = drawPopup("Sign in", lines, width: width)
        if titles.indices.contains(selected), titles[selected] < inside.height {
            select(inside.rows[titles[selected]], isFocused: true)
        }
    }

    private mutating func draw(_ form: PasswordForm, width: Int) {
        let lines =
            [StyledText("Username", .dim), StyledText("Password", .dim), StyledText()]
            + demoHint.flatMap { $0.wrapped(to: width) }
        let inside = drawPopup("Sign in with a password", lines, width: width)
        let rows = inside.rows
        guard rows.count >= 2 else { return }
        form.password.draw(
            on: &surface, in: rows[1].inset(left: 10), isFocused: form.isAtPassword, glyphs: glyphs)
        form.username.draw(
            on: &surface, in: rows[0].inset(left: 10), isFocused: !form.isAtPassword, glyphs: glyphs)
    }

    private mutating func draw(importing field: TextField, width: Int) {
        var lines = StyledText("Paste the JSON of a token response (RFC 6749 5.1):", .dim).wrapped(to: width)
        lines.append(StyledText())
        let inside = drawPopup("Import tokens", lines, width: width)
        guard let last = inside.rows.last else { return }
        field.draw(on: &surface, in: last, isFocused: true, glyphs: glyphs)
    }

    /// How long the page is waited for, and what it means when that shows an error.
    private func waiting(for dialog: SignInDialog, width: Int) -> [StyledText] {
        guard let end = dialog.waitsUntil else { return [] }
        let left = max(0, Int(end.timeIntervalSince(model.now).rounded(.up)))
        var lines = [StyledText("Waiting for \(DurationText.countdown(seconds: left))", left < 60 ? .warning : .dim)]
        guard popupArea.height >= 14 else { return lines }
        let help =
            "The browser shows an error of the provider? Then nothing comes back here: press esc, and compare client id, "
            + "redirect URI and scope with what is registered there."
        lines += StyledText(help, .dim).wrapped(to: width)
        return lines
    }

    private mutating func drawBrowser(_ url: String, opened: Bool, _ redirect: TextField, _ dialog: SignInDialog) {
        let width = min(96, surface.size.width - 6)
        let start =
            opened
            ? StyledText("Your browser was opened. Sign in there, then come back here.", .title)
            : StyledText("Open this link in a browser and sign in there:", .title)
        let link = SafeText.line(url, style: .accent, glyphs: glyphs).wrapped(to: width)
        let label = "Is the browser on another machine? Paste the URL it ends up at:"
        let question = StyledText(label, .dim).wrapped(to: width)
        let blank = popupArea.height >= 14 ? [StyledText()] : []
        let above = start.wrapped(to: width) + blank
        let told = (dialog.note.map { words($0, .warning).wrapped(to: width) } ?? []).prefix(3)
        let below = blank + told + waiting(for: dialog, width: width) + question
        let room = max(1, popupArea.height - 3 - above.count - below.count)
        var lines = above + link.prefix(room)
        if link.count > room { lines[lines.count - 1] = StyledText("The whole link needs a larger window.", .warning) }
        lines += below
        let inside = Popup.draw(
            on: &surface, in: popupArea, inside: Size(width: width, height: lines.count + 1),
            title: StyledText("Sign in with a browser", .title), glyphs: glyphs)
        write(lines, in: inside)
        guard let last = inside.rows.last else { return }
        redirect.draw(
            on: &surface, in: last, isFocused: true, placeholder: words("http://127.0.0.1:…/callback?code=…").text,
            glyphs: glyphs)
    }
}
