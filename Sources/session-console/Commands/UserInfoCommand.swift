import JOSE
import SessionCore
import TerminalUI

/// `userinfo`: the provider's present claims about the user.
extension Command {
    static let userInfo = Command(
        name: "userinfo",
        summary: "ask the provider for its claims about the user",
        usage: "",
        details: "With --json: the claims as the provider sent them, {\"sub\", …}.",
        example: "session-console userinfo --json",
        options: Option.session,
        takesProvider: true,
        run: { context in
            try await CommandSession.open(context) { opened in
                try await opened.requireSession()
                let info = try await opened.session.fetchUserInfo()
                if context.printsJSON {
                    try context.output.json(.object(JSONObject(info.claims.map { ($0.name, $0.json) })))
                    return .done
                }
                let width = info.claims.map(\.name.count).max() ?? 0
                for claim in info.claims {
                    let padding = String(repeating: " ", count: width - claim.name.count)
                    try context.output.line(SafeText.plain("\(claim.name)\(padding)  \(claim.value)", glyphs: .unicode))
                }
                return .done
            }
        })
}
