/// A screen in its place among all, where it is read and changed: it is too large to be copied for every question.
protocol PlacedScreen: Screen {
    static func read<Answer>(_ screens: Screens, _ body: (Self) -> Answer) -> Answer
    static func change<Answer>(_ screens: inout Screens, _ body: (inout Self) -> Answer) -> Answer
}

extension SessionScreen: PlacedScreen {
    static func read<Answer>(_ screens: Screens, _ body: (Self) -> Answer) -> Answer { body(screens.session) }
    static func change<Answer>(_ screens: inout Screens, _ body: (inout Self) -> Answer) -> Answer {
        body(&screens.session)
    }
}

extension FlowScreen: PlacedScreen {
    static func read<Answer>(_ screens: Screens, _ body: (Self) -> Answer) -> Answer { body(screens.flow) }
    static func change<Answer>(_ screens: inout Screens, _ body: (inout Self) -> Answer) -> Answer {
        body(&screens.flow)
    }
}

extension TokensScreen: PlacedScreen {
    static func read<Answer>(_ screens: Screens, _ body: (Self) -> Answer) -> Answer { body(screens.tokens) }
    static func change<Answer>(_ screens: inout Screens, _ body: (inout Self) -> Answer) -> Answer {
        body(&screens.tokens)
    }
}

extension RequestsScreen: PlacedScreen {
    static func read<Answer>(_ screens: Screens, _ body: (Self) -> Answer) -> Answer { body(screens.requests) }
    static func change<Answer>(_ screens: inout Screens, _ body: (inout Self) -> Answer) -> Answer {
        body(&screens.requests)
    }
}

extension LabScreen: PlacedScreen {
    static func read<Answer>(_ screens: Screens, _ body: (Self) -> Answer) -> Answer { body(screens.lab) }
    static func change<Answer>(_ screens: inout Screens, _ body: (inout Self) -> Answer) -> Answer {
        body(&screens.lab)
    }
}
