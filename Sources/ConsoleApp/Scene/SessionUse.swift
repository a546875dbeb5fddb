package import FoundationEssentials
package import SessionCore

/// A program that uses a profile's session, as far as the profile's record of events goes back.
package struct SessionUse: Sendable, Hashable {
    /// A request with the session's token, or a question for the token.
    package struct Call: Sendable, Hashable {
        package var time: Date
        /// `POST /mcp`; `nil` where the program was given the token, and sends it by itself.
        package var name: String?
        /// `nil` where no answer came.
        package var status: Int?

        package init(time: Date, name: String?, status: Int?) {
            (self.time, self.name, self.status) = (time, name, status)
        }
    }

    /// The command of this program that uses the session: `mcp`, or `console`.
    package var program: String
    /// The number of its process.
    package var process: Int
    /// Where it has that number; `nil` for the machine itself.
    package var namespace: Int?
    /// Whether that is not here: nobody here knows whether it still runs.
    package var isElsewhere: Bool
    /// The program whose calls it sends, or that it gives the token; `nil` where they are its own.
    package var caller: Caller?
    /// How many calls the record has; it has no room for all.
    package var calls: Int
    /// How many of them went with a token that another process got while this one ran.
    package var servedByOthers: Int
    package var last: Call?

    package init(
        program: String, process: Int, namespace: Int? = nil, isElsewhere: Bool = false, caller: Caller?,
        calls: Int = 0, servedByOthers: Int = 0, last: Call? = nil
    ) {
        (self.program, self.process, self.caller) = (program, process, caller)
        (self.namespace, self.isElsewhere) = (namespace, isElsewhere)
        (self.calls, self.servedByOthers, self.last) = (calls, servedByOthers, last)
    }

    /// The process whose calls these are, or that was given the token.
    package var userProcess: Int { caller?.process.map { Int($0) } ?? process }

    /// `claude (4700) by mcp[4711]`; may contain text from outside.
    package var user: String {
        let place =
            switch (isElsewhere, namespace) {
            case (false, _): ""
            case (true, nil): " on the machine itself, where it may have ended"
            case (true, _?): " in another container, where it may have ended"
            }
        let process = OtherProcessEvent.name(program, process) + place
        return caller.map { "\($0) by \(process)" } ?? process
    }

    /// `claude (4700) by mcp[4711]: last POST /mcp 200, 3 s ago; 120 calls, …`; may contain text from outside.
    package func words(now: Date) -> String {
        guard let last else { return "\(user): no call in the record" }
        let others = servedByOthers > 0 ? ", \(servedByOthers) with another process's new token" : ""
        let end = last.status.map { " \($0)" } ?? (last.name == nil ? "" : " without an answer")
        let age = RelativeTime(date: last.time, now: now)
        let call = "\(last.name ?? "asked for the token")\(end)"
        return "\(user): last \(call), \(age.distance > 0 ? "in \(age.amount)" : "\(age.amount) ago"); "
            + "\(calls) call\(calls == 1 ? "" : "s")\(others)"
    }
}

/// Finds in the events of processes who uses the session, and how.
package struct SessionUses: Sendable {
    private struct Source: Hashable {
        let process: Int
        /// Where it has that number.
        let namespace: Int?
        let session: Int
    }

    private struct Key: Hashable {
        let source: Source
        let caller: String?
    }

    private var uses: [Key: SessionUse] = [:]
    /// The token of each process that another one got.
    private var adopted: [Source: Fingerprint] = [:]
    /// When each process began; one that has ended never did.
    private var starts: [Int: Date] = [:]
    private let start: @Sendable (Int) -> Date?
    private let namespace: Int?
    private let readAt: Date
    /// For so many seconds one of another PID namespace, which can't be looked at, counts as running.
    private static let patience = 600.0

    /// `start` says when a process of this PID namespace began, `nil` of one that has ended: a later one may have its
    /// number.
    package init(in namespace: Int? = nil, now: Date, start: @escaping @Sendable (Int) -> Date?) {
        (self.namespace, readAt, self.start) = (namespace, now, start)
    }

    /// Takes the next event, in the order in which they were written.
    package mutating func take(_ other: OtherProcessEvent) {
        guard let process = other.number else { return }
        let isHere = other.namespace == namespace
        let age = readAt.timeIntervalSince(other.event.time)
        guard isHere ? isRunning(process, at: other.event.time) : age < Self.patience else { return }
        let source = Source(process: process, namespace: other.namespace, session: other.session)
        switch other.event.kind {
        case .adoptedFromStore(let tokens): adopted[source] = tokens.access.fingerprint
        case .refreshed, .signedIn: adopted[source] = nil
        default: break
        }
        let call: SessionUse.Call?
        var token: Fingerprint?
        switch other.event.kind {
        case .requestFinished(let facts) where !facts.isUserInfo,
            .requestFailed(let facts, _) where !facts.isUserInfo:
            call = SessionUse.Call(time: other.event.time, name: facts.name, status: facts.status)
            token = facts.token
        case .tokenGiven: call = SessionUse.Call(time: other.event.time, name: nil, status: nil)
        default: call = nil
        }
        let caller = other.event.caller
        let key = Key(source: source, caller: call == nil ? nil : caller?.name)
        var use =
            uses[key]
            ?? SessionUse(
                program: other.program, process: process, namespace: other.namespace, isElsewhere: !isHere,
                caller: nil)
        if let call {
            use.caller = caller
            use.calls += 1
            if let token, token == adopted[source] { use.servedByOthers += 1 }
            use.last = call
        }
        uses[key] = use
    }

    /// The programs that use it now, first the one that called last.
    ///
    /// A process that sends calls of others is not listed for itself as well.
    package var now: [SessionUse] {
        let serving = Set(uses.filter { $0.key.caller != nil }.map(\.key.source))
        return uses.filter { $0.key.caller != nil || $0.value.calls > 0 || !serving.contains($0.key.source) }
            .values.sorted { one, other in
                let times = (one.last?.time ?? .distantPast, other.last?.time ?? .distantPast)
                return times.0 == times.1 ? one.process < other.process : times.0 > times.1
            }
    }

    private mutating func isRunning(_ process: Int, at time: Date) -> Bool {
        let began = starts[process] ?? start(process) ?? .distantFuture
        starts[process] = began
        // The system counts the starts of processes in hundredths of a second.
        return began <= time.addingTimeInterval(1)
    }
}
