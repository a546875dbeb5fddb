import SessionCore

/// Prints what happens to a session, for as long as the session lives.
func logEvents(of session: Session) -> Task<Void, Never> {
    let events = session.events()
    return Task {
        for await event in events { print(event) }
    }
}

/// Handles each error of the session by its case.
func orders(at request: HTTPRequest, with session: Session) async -> String {
    do throws(SessionError) {
        return try await session.send(request).verdict.description
    } catch {
        switch error {
        case .sessionExpired(let end): return "sign in again: \(end)"
        case .transport, .server, .backingOff: return "try again later: \(error)"
        default: return "\(error)"
        }
    }
}
