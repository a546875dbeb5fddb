/// The screens, one of which is shown.
struct Screens: Sendable {
    var session: SessionScreen
    var flow = FlowScreen()
    var tokens = TokensScreen()
    var requests = RequestsScreen()
    var lab = LabScreen()
    var shown = ScreenID.session

    init(_ context: ConsoleContext) { session = SessionScreen(target: context.firstTarget) }

    static func slot(_ id: ScreenID) -> ScreenSlot {
        switch id {
        case .session: sessionSlot
        case .flow: flowSlot
        case .tokens: tokensSlot
        case .requests: requestsSlot
        case .lab: labSlot
        }
    }

    private static let sessionSlot = ScreenSlot(\Screens.session)
    private static let flowSlot = ScreenSlot(\Screens.flow)
    private static let tokensSlot = ScreenSlot(\Screens.tokens)
    private static let requestsSlot = ScreenSlot(\Screens.requests)
    private static let labSlot = ScreenSlot(\Screens.lab)
}
