import ConsoleKit
import FoundationEssentials
import SessionCore
import TerminalUI

extension SignInDialog {
    func draw(on canvas: inout Canvas, in area: Rect, _ scene: Scene) {
        let width = min(64, area.width - 6)
        switch stage {
        case .choosing: drawChoice(on: &canvas, in: area, width: width, scene)
        case .password(let form): draw(form, on: &canvas, in: area, width: width, scene)
        case .importing(let field): draw(importing: field, on: &canvas, in: area, width: width)
        case .starting(let flow, let start):
            // A provider may never answer.
            let seconds = Int(scene.now.timeIntervalSince(start))
            let time = seconds > 0 ? ", \(seconds) s" : ""
            let words = canvas.words("\(flow.title): asking \(scene.context.issuerHost) …\(time)").wrapped(to: width)
            canvas.drawPopup(
                "Sign in", words + [StyledText(), canvas.key(Action.close, "cancels")], in: area, width: width)
        case .device(let device): device.draw(on: &canvas, in: area, scene)
        case .browser(let url, let opened, let redirect):
            drawBrowser(url, opened: opened, redirect, on: &canvas, in: area, scene)
        case .failed(let flow, let error):
            let text = StyledText("\(canvas.glyphs.cross) ", .danger) + canvas.words("\(flow.title): \(error)", .danger)
            let keys =
                canvas.key(Action.confirm, "try again   ") + canvas.key(Action.otherFlow, "another way   ")
                + canvas.key(Action.close, "close")
            let note = note.map { canvas.words($0, .dim).wrapped(to: width) } ?? []
            let advice = advice(after: error, scene).map { canvas.words($0).wrapped(to: width) } ?? []
            canvas.drawPopup(
                "The sign-in failed", text.wrapped(to: width) + note + advice + [StyledText(), keys], in: area,
                width: width, style: .danger)
        }
    }

    /// What to check before the keys below can help.
    private func advice(after error: SessionError, _ scene: Scene) -> String? {
        let step = NextStep(after: error, struckBy: scene.history.faults(behind: error))
        switch step {
        case .signIn, .signInAgain, .tryAgain, .tryAgainLater, .none: return nil
        case .checkNetwork, .nameProxyUser, .checkCertificate, .raiseLimits, .checkConfiguration, .checkExchange,
            .giveProofKey,
            .sendWithoutToken,
            .saveToFile:
            return step.consoleText(isSignedIn: scene.isSignedIn)
        // What failed is the sign-in, whoever is signed in meanwhile.
        case .signInOrCheckConfiguration: return step.consoleText(isSignedIn: false)
        }
    }

    private func demoHint(_ scene: Scene, _ glyphs: Glyphs) -> [StyledText] {
        guard !scene.context.demoUsers.isEmpty else { return [] }
        let users = scene.context.demoUsers.map { "\($0.username) / \($0.password)" }.joined(separator: ", ")
        return [SafeText.line("demo users: \(users)", style: .dim, glyphs: glyphs)]
    }

    private func drawChoice(on canvas: inout Canvas, in area: Rect, width: Int, _ scene: Scene) {
        let glyphs = canvas.glyphs
        // A line for the title and one for its words, for each way, and what stands below.
        let hasRoom = area.height >= 2 * scene.context.flows.count + 7
        var lines: [StyledText] = []
        var titles: [Int] = []
        for flow in scene.context.flows {
            titles.append(lines.count)
            let obstacle = scene.obstacle(to: flow)
            let isClosed = obstacle?.isFinal == true
            lines.append(
                StyledText(" \(flow.letter) ", isClosed ? .dim : .key)
                    + StyledText(" \(flow.title)", isClosed ? .dim : .title)
                    + (obstacle == nil ? StyledText() : StyledText(isClosed ? "  not here" : "  not offered", .warning))
            )
            guard hasRoom else { continue }
            let text = obstacle.map { canvas.words($0.reason, .warning) } ?? StyledText(flow.summary, .dim)
            lines += text.wrapped(to: width - 4).map { StyledText("    ") + $0 }
        }
        lines.append(StyledText())
        if case .unavailable(let reason) = scene.signInOffers {
            lines += canvas.words("What the provider offers is not known: \(reason)", .warning).wrapped(to: width)
                .prefix(3)
        }
        if let note { lines += canvas.words(note, .danger).wrapped(to: width).prefix(3) }
        if let more = stepUp.words { lines += canvas.words("Asks for \(more).", .accent).wrapped(to: width).prefix(3) }
        if scene.isSignedIn { lines.append(StyledText("This replaces the current session.", .warning)) }
        lines += demoHint(scene, glyphs).flatMap { $0.wrapped(to: width) }
        let inside = canvas.drawPopup("Sign in", lines, in: area, width: width)
        for (index, line) in titles.enumerated() where line < inside.height {
            canvas.mark(inside.rows[line], as: .row(index))
        }
        if titles.indices.contains(list.selection), titles[list.selection] < inside.height {
            canvas.select(inside.rows[titles[list.selection]])
        }
    }

    private func draw(
        _ form: PasswordForm, on canvas: inout Canvas, in area: Rect, width: Int, _ scene: Scene
    ) {
        let glyphs = canvas.glyphs
        let failure = note.map { canvas.words("\(glyphs.cross) \($0)", .danger).wrapped(to: width) } ?? []
        let lines =
            [StyledText("Username", .dim), StyledText("Password", .dim), StyledText()] + failure
            + demoHint(scene, glyphs).flatMap { $0.wrapped(to: width) }
        let inside = canvas.drawPopup("Sign in with a password", lines, in: area, width: width)
        let rows = inside.rows
        guard rows.count >= 2 else { return }
        form.password.draw(
            on: &canvas.surface, in: rows[1].inset(left: 10), isFocused: form.isAtPassword, glyphs: glyphs)
        form.username.draw(
            on: &canvas.surface, in: rows[0].inset(left: 10), isFocused: !form.isAtPassword, glyphs: glyphs)
    }

    private func draw(importing field: TextField, on canvas: inout Canvas, in area: Rect, width: Int) {
        var lines = StyledText("Paste the JSON of a token response (RFC 6749 5.1):", .dim).wrapped(to: width)
        lines.append(StyledText())
        let inside = canvas.drawPopup("Import tokens", lines, in: area, width: width)
        guard let last = inside.rows.last else { return }
        field.draw(on: &canvas.surface, in: last, isFocused: true, glyphs: canvas.glyphs)
    }

    /// The remaining time, and what to do if the provider's page shows an error.
    private func waiting(in area: Rect, width: Int, _ scene: Scene) -> [StyledText] {
        guard let end = waitsUntil else { return [] }
        let left = max(0, Int(end.timeIntervalSince(scene.now).rounded(.up)))
        var lines = [StyledText("Waiting for \(DurationText.countdown(seconds: left))", left < 60 ? .warning : .dim)]
        guard area.height >= 14 else { return lines }
        let isLate = .seconds(left) <= AuthorizationCodeFlow.defaultTimeout - SignInAdvice.silence
        let help =
            isLate
            ? StyledText(SignInAdvice.afterSilence(stoppingBy: "esc"), .warning)
            : StyledText(
                "If the browser shows an error from the provider, no answer comes back: press esc, and "
                    + "\(SignInAdvice.compare).", .dim)
        lines += help.wrapped(to: width)
        return lines
    }

    private func drawBrowser(
        _ url: String, opened: Bool, _ redirect: TextField, on canvas: inout Canvas, in area: Rect, _ scene: Scene
    ) {
        let width = min(96, area.width - 6)
        let start =
            opened
            ? StyledText("Your browser was opened. Sign in there, then come back here.", .title)
            : StyledText("Open this link in a browser and sign in there:", .title)
        let link = SafeText.line(url, style: .accent, glyphs: canvas.glyphs).wrapped(to: width)
        let label = "Browser on another machine? Paste the URL of its last page:"
        let question = StyledText(label, .dim).wrapped(to: width)
        let blank = area.height >= 14 ? [StyledText()] : []
        let above = start.wrapped(to: width) + blank
        let stray = (note.map { canvas.words($0, .warning).wrapped(to: width) } ?? []).prefix(3)
        let other = device.map { $0.lines(width: width, scene, canvas.glyphs) } ?? []
        let below = blank + stray + other + waiting(in: area, width: width, scene) + question
        let room = max(1, area.height - 3 - above.count - below.count)
        var lines = above + link.prefix(room)
        if link.count > room { lines[lines.count - 1] = StyledText("The full link needs a larger window.", .warning) }
        lines += below
        let inside = Popup.draw(
            on: &canvas.surface, in: area, inside: Size(width: width, height: lines.count + 1),
            title: StyledText("Sign in with a browser", .title), glyphs: canvas.glyphs)
        canvas.write(lines, in: inside)
        let shownLink = Rect(
            x: inside.x, y: inside.y + above.count, width: inside.width, height: min(link.count, room))
        canvas.surface.link(shownLink, to: url)
        guard let last = inside.rows.last else { return }
        redirect.draw(
            on: &canvas.surface, in: last, isFocused: true,
            placeholder: canvas.words("\(scene.context.redirectURI)?code=…").text, glyphs: canvas.glyphs)
    }
}
