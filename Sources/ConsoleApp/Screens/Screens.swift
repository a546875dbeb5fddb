/// The screens, one of which is shown.
struct Screens: Sendable {
    var session: SessionScreen
    var shown = ScreenID.session

    init(firstTarget: String) { session = SessionScreen(target: firstTarget) }

    static func slot(_ id: ScreenID) -> ScreenSlot {
        switch id {
        case .session: sessionSlot
        }
    }

    private static let sessionSlot = ScreenSlot(\Screens.session)
}
