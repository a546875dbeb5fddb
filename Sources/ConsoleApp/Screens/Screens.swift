/// The screens, one of which is shown.
struct Screens: Sendable {
    @Indirect var session: SessionScreen
    @Indirect var flow = FlowScreen()
    @Indirect var tokens = TokensScreen()
    @Indirect var requests = RequestsScreen()
    @Indirect var lab = LabScreen()
    var shown = ScreenID.session

    init(_ context: ConsoleContext) { _session = Indirect(wrappedValue: SessionScreen(target: context.firstTarget)) }

    static func slot(_ id: ScreenID) -> ScreenSlot {
        switch id {
        case .session: sessionSlot
        case .flow: flowSlot
        case .tokens: tokensSlot
        case .requests: requestsSlot
        case .lab: labSlot
        }
    }

    private static let sessionSlot = ScreenSlot(\Screens._session)
    private static let flowSlot = ScreenSlot(\Screens._flow)
    private static let tokensSlot = ScreenSlot(\Screens._tokens)
    private static let requestsSlot = ScreenSlot(\Screens._requests)
    private static let labSlot = ScreenSlot(\Screens._lab)
}

extension ScreenID {
    var slot: ScreenSlot { Screens.slot(self) }
}
