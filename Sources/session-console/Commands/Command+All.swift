extension Command {
    /// Every command, in the order of the help.
    static let all: [Command] = [
        console,
        demo,
        login,
        status,
        token,
        credential,
        exec,
        setup,
        proxy,
        userInfo,
        request,
        run,
        refresh,
        logout,
        events,
        report,
        inspect,
        doctor,
        profile,
        provider,
        play,
        open,
        completion,
        help,
    ]
}
