import SessionHTTP

/// The handshake with the server: the host's, and those that the bridge repeats in its name.
extension Bridge {
    private enum Arrival: Sendable {
        case answer(BridgedMessage, session: String?)
        case end(UpstreamReply, BridgedAnswer.Findings)
    }

    /// Handles the host's `initialize`.
    func introduce(_ message: BridgedMessage, _ id: MessageID) async {
        introduction = message
        listening?.cancel()
        session = (nil, nil)
        do throws(MessageFault) {
            let answer = try await shakeHands(message, id)
            if answer.error == nil { footing = .joined }
            _ = passOn(answer)
        } catch  where error.code == .session {
            footing = .alone(error.words)
            if calls.close(id), let line = ownAnswer(to: message, because: error.words) { output.answer(line) }
        } catch {
            finish(id, with: error)
        }
    }

    /// Does the handshake again in the host's name, and returns why that is not possible.
    ///
    /// It is due where the server has forgotten the session of that identifier, or where there was none of the user's.
    /// All calls that need it share one.
    func join(insteadOf lost: String?) async -> MessageFault? {
        if let joining { return await joining.value }
        guard footing != .joined || session.id == lost else { return nil }
        let task = Task { await joinAnew() }
        joining = task
        defer { joining = nil }
        return await task.value
    }

    private func joinAnew() async -> MessageFault? {
        guard let introduction else { return MessageFault(.invalidRequest, "No 'initialize' has come.") }
        handshakes += 1
        let id = MessageID(own: "session-console-\(handshakes)")
        listening?.cancel()
        session = (nil, nil)
        do throws(MessageFault) {
            let answer = try await shakeHands(try introduction.renamed(id), id)
            if let error = answer.error { throw MessageFault(original: error, "The server refused the handshake.") }
            await send(try BridgedMessage(reading: OwnAnswer.initialized))
            let before = footing
            footing = .joined
            if case .alone = before {
                manner.tell("The server's tools are there.")
                output.send(OwnAnswer.toolsChanged)
            }
            return nil
        } catch {
            // The session before is given up: the next call tries again.
            footing = .alone(error.words)
            return error
        }
    }

    /// Sends an `initialize`, and returns the answer once it has come: its stream may stay open.
    private func shakeHands(_ message: BridgedMessage, _ id: MessageID) async throws(MessageFault) -> BridgedMessage {
        let (arrivals, continuation) = AsyncStream<Arrival>.makeStream()
        let answer = BridgedAnswer(to: id, in: nil) { [self] message, session in
            guard message.kind == .response(id) else { return passOn(message) }
            continuation.yield(.answer(message, session: session))
            return true
        }
        var request = post(message, session: nil)
        request.bodyReceiver = answer.receiver
        let sending = Task { [upstream, request] in
            let reply = await upstream(request)
            continuation.yield(.end(reply, answer.end(of: reply)))
            continuation.finish()
        }
        for await arrival in arrivals {
            switch arrival {
            case .answer(let message, let id):
                if let id, !id.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) {
                    throw MessageFault(.server, "The server's Mcp-Session-Id is not one.")
                }
                session = (id, message.revision)
                return message
            case .end(let reply, let findings): throw findings.fault ?? MessageFault(reply)
            }
        }
        sending.cancel()
        throw MessageFault(.cancelled)
    }

    /// What the bridge answers by itself; `nil` where it can't.
    func ownAnswer(to message: BridgedMessage, because reason: String) -> [UInt8]? {
        OwnAnswer.line(to: message, instructions: reason, version: manner.version)
    }

    // MARK: - The user's session

    /// There is a session again: the host's tools may be others now.
    package func signedIn() async {
        switch footing {
        case .new: return
        case .alone: _ = await join(insteadOf: session.id)
        case .joined:
            // The server's session was that of the sign-in before.
            if await join(insteadOf: session.id) == nil { output.send(OwnAnswer.toolsChanged) }
        }
    }

    /// The session has ended: nothing more of the server's is for this host.
    package func signedOut() { listening?.cancel() }
}
