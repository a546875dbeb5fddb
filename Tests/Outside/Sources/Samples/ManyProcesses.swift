import SessionCore

/// Lets the work under way end before the program does: a rotated refresh token must reach the store.
func finish(_ session: Session) async {
    session.refuseNewWork()
    let unfinished = await session.finishWork(within: .seconds(10))
    if !unfinished.isEmpty { print("Not finished: \(unfinished)") }
}

/// Tells when another process has ended the session.
func logEndsElsewhere(of session: Session) async {
    for await event in session.events() {
        if case .endedElsewhere(let ended) = event.kind { print("The session was ended elsewhere: \(ended)") }
    }
}
