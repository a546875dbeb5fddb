import ConsoleKit
import ClientObservation
import SessionCore
import TerminalUI

extension ProviderPane {
    /// A row in words.
    func text(of row: Row, in scene: Scene) -> String {
        switch row {
        case .heading(let title): return title
        case .session(let session):
            return "\(session.username)  \(session.clientID), \(scene.time.beginning(session.startedAt))"
        case .token(let token):
            let left = TokenClock.countdown(to: token.expiresAt, from: now(in: scene))
            return "  \(token.isRefreshToken ? "refresh" : "access ")  \(token.fingerprint)  \(left)"
        case .address(let address):
            let remark = address.remark.map { ", \($0)" } ?? ""
            return "  \(TextWidth.pad(address.name, to: 12)) \(address.value)\(remark)"
        case .count(let line): return line.text
        case .finding(let finding):
            let count = finding.count == 1 ? "" : " \(finding.count) times"
            let client = finding.client.map { ", \($0)" } ?? ""
            return "  \(finding.rule)\(count)\(client): \(finding.summary)"
        }
    }

    func subtitle(in _: Scene, _ glyphs: Glyphs) -> StyledText {
        guard let state else { return StyledText() }
        let clock = state.clockOffset == .zero ? "" : " · clock \(DurationText.skew(state.clockOffset))"
        let access = DurationText.lifetime(seconds: Int(state.accessTokenLifetime.components.seconds))
        let addresses = hidesAddresses ? " · addresses below (\(Motion.last.letter))" : ""
        return StyledText.words(" · access \(access)\(clock)\(addresses)", .dim, glyphs: glyphs)
    }

    func absence(in scene: Scene, _: Canvas, width _: Int) -> [StyledText] {
        let isAsked = scene.stage.isPresent ? "the provider is being asked" : "the provider is not recorded"
        return [StyledText(scene.context.hasOwnProvider ? isAsked : "only the demo shows its provider", .dim)]
    }

    func draw(_ row: Row, on canvas: inout Canvas, in place: Rect, _ scene: Scene) {
        canvas.write(canvas.words(text(of: row, in: scene), row.style), in: place)
    }
}

extension ProviderPane.Row {
    fileprivate var style: Style {
        switch self {
        case .session: .accent
        case .token: .text
        case .heading: .title
        case .count, .address: .dim
        case .finding(let finding): finding.weight.style
        }
    }
}
