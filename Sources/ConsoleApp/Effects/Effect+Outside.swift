import ConsoleKit

extension Effect {
    /// What it reaches beyond the screens.
    var reaches: Outside {
        switch self {
        case .session(let effect): effect.reaches
        case .signIn, .discovery, .call(.send): [.session, .network]
        case .call(.prepareBody), .call(.cancel), .call(.protect), .provider(.look): .lookUp
        case .requests(let effect): effect.reaches
        case .fault: .faults
        case .provider: .network
        case .tool(let effect): effect.reaches
        // Whoever knows the address uses the token.
        case .proxy(.open): [.session, .network, .secret]
        case .proxy(.close), .proxy(.cutOff): [.session, .network]
        case .terminal(let effect): effect.reaches
        case .command(.type): [.program, .network]
        case .command(.resize): .lookUp
        }
    }
}

extension SessionEffect {
    fileprivate var reaches: Outside {
        switch self {
        case .signOut(_, inBrowser: true): [.session, .network, .program]
        case .reveal, .copyAccessToken: [.session, .network, .secret]
        case .refresh, .renew, .fetchUserInfo, .signOut, .readTokens, .verify, .verifyPasted, .introspect,
            .examineProvider:
            [.session, .network]
        }
    }
}

extension RequestEffect {
    fileprivate var reaches: Outside {
        switch self {
        case .read, .readHistory, .readBodies: .lookUp
        case .saveArchive: [.file, .present]
        case .write: [.file, .network]
        case .edit: [.file, .program, .network]
        }
    }
}

extension ToolEffect {
    fileprivate var reaches: Outside {
        switch self {
        case .copy, .view, .pipe: .program
        case .save, .saveTicket: .file
        case .edit: [.program, .network]
        }
    }
}

extension TerminalEffect {
    fileprivate var reaches: Outside {
        switch self {
        case .suspend, .quit: .departure
        case .redraw, .setTheme, .setMouse: []
        case .showSession, .readSessions: .session
        case .cutOff: [.session, .network]
        case .record: [.file, .present]
        }
    }
}
