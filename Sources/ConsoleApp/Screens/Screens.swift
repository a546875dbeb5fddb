/// The screens, one of which is shown.
struct Screens: Sendable {
    var session: SessionScreen
    var tokens = TokensScreen()
    var shown = ScreenID.session

    init(firstTarget: String) { session = SessionScreen(target: firstTarget) }

    static func slot(_ id: ScreenID) -> ScreenSlot {
        switch id {
        case .session: sessionSlot
        case .tokens: tokensSlot
        }
    }

    private static let sessionSlot = ScreenSlot(\Screens.session)
    private static let tokensSlot = ScreenSlot(\Screens.tokens)
}
