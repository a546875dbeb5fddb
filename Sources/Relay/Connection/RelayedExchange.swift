import CurlTransport
import SessionHTTP

/// One request and its answer, passed between a caller and a server.
///
/// Each direction has one outbox, which is filled only while it is empty: who doesn't read slows down who sends.
final class RelayedExchange {
    private let connection: ClientConnection
    private let request: RequestHead
    private let framing: BodyFraming
    let call: any RelayedCall
    /// What still comes of the request's body.
    private var up: BodyCounter
    /// What still comes of the answer's body, once its head is there.
    private var down: BodyCounter?
    private var held: HeldBody
    /// What the owner wants to see of the bodies.
    var sentCopy: BodyCopy?
    var receivedCopy: BodyCopy?
    var isRequestTold = false
    private var toServer = Outbox()
    private var toCaller = Outbox()
    private var answerReader = HeadReader()
    private var isRepeated = false
    private var isBlind = false
    /// Whether the caller got any byte.
    private var hasBegunAnswer = false
    var isAnswerWhole = false
    /// Whether it is worth reading: there was something, or the socket says so.
    private var callerMayHaveSent = true
    private var serverMayHaveSent = true
    private var callerSendsNoMore = false
    private var serverTakesNoMore = false
    private var watchesForEnd = true
    private var keepsCaller: Bool
    private var keepsServer = false
    private(set) var hasCallerLeft = false

    private enum Break: Error {
        case callerLeft
        case malformed
        case failed(TransportError)
        /// The owner wants no answer to pass, or this one.
        case withheld(LocalAnswer?)
    }

    init(_ request: RequestHead, _ framing: BodyFraming, of connection: ClientConnection) {
        (self.request, self.framing, self.connection) = (request, framing, connection)
        call = connection.relay.owner.begin(request, from: connection.caller, in: connection.tunnel)
        up = BodyCounter(framing)
        keepsCaller = request.keepsConnection
        var announced: Int?
        if case .length(let length) = framing { announced = length }
        held = HeldBody(limit: connection.relay.limits.heldBody, announced: announced)
    }

    /// Passes everything on; returns whether the caller's connection may carry another request.
    func run() -> Bool {
        let outcome = follow(call.decide().decision(on: connection.executor))
        call.end(CallEnd(outcome: outcome, sentSize: up.count, receivedSize: down?.count ?? 0))
        return keepsCaller
    }

    private func follow(_ decision: RequestDecision) -> CallEnd.Outcome {
        switch decision {
        case .refuse(let answer): return outcome(of: .withheld(answer))
        case .forward(let head, let origin, let limit):
            sentCopy = BodyCopy(limit: limit)
            return forward(head, to: origin)
        case .breakOff: return outcome(of: .withheld(nil))
        case .later(let time, let next): return connection.pause(time) ? follow(next) : outcome(of: .callerLeft)
        case .afterBody(let decide): return follow(decide(connection.contentAhead(framing)))
        }
    }

    private func forward(_ head: RequestHead, to origin: Origin) -> CallEnd.Outcome {
        do throws(Break) {
            try connect(to: origin)
            toServer.append(head.append)
            if up.isComplete { tellOfRequest() }
            while !isOver {
                let hasSent = try moveUp()
                let hasReceived = try moveDown()
                if !hasSent, !hasReceived, !isOver { try wait(atMost: connection.relay.limits.silence) }
            }
            passRest()
            settle()
            return .complete
        } catch {
            tellOfRequest()
            return outcome(of: error)
        }
    }

    // MARK: - The server

    private var server: Upstream? { connection.upstream }

    private func connect(to origin: Origin, anew: Bool = false) throws(Break) {
        if !anew, let server, server.origin == origin, server.isReady() {
            server.isReused = true
            serverMayHaveSent = server.stream.hidesBytes
            return
        }
        connection.upstream = nil
        do throws(TransportError) {
            let stream = try connection.dial(origin)
            connection.upstream = Upstream(stream, to: origin, headSize: connection.relay.limits.headSize)
            serverMayHaveSent = stream.hidesBytes
        } catch {
            throw .failed(error)
        }
    }

    /// Sends the request once more on a new connection: with what its body had so far, and then the rest as it comes.
    private func repeatRequest(_ head: RequestHead, _ body: [UInt8]) throws(Break) {
        guard let origin = server?.origin else { return }
        try connect(to: origin, anew: true)
        isRepeated = true
        serverTakesNoMore = false
        answerReader = HeadReader()
        toServer.clear()
        toServer.append(head.append)
        toServer.append(body)
    }

    // MARK: - From the caller to the server

    private var readsCaller: Bool {
        toServer.isEmpty && !up.isComplete && !callerSendsNoMore && !serverTakesNoMore
    }

    private func moveUp() throws(Break) -> Bool {
        guard let server else { return false }
        var hasMoved = false
        if readsCaller {
            if connection.inbox.isEmpty { hasMoved = try readCaller() }
            if !connection.inbox.isEmpty {
                try takeBody()
                hasMoved = true
            }
        }
        guard !toServer.isEmpty else { return hasMoved }
        switch toServer.flush(to: server.stream) {
        case .moved: return true
        case .waits: return hasMoved
        case .ended, .failed:
            // It may have answered before, and closed.
            serverTakesNoMore = true
            toServer.clear()
            return true
        }
    }

    private func readCaller() throws(Break) -> Bool {
        guard callerMayHaveSent else { return false }
        switch connection.inbox.fill(from: connection.stream) {
        case .moved: return true
        case .waits:
            callerMayHaveSent = false
            return false
        case .ended where isBlind:
            callerSendsNoMore = true
            server?.stream.endSending()
            return true
        case .ended, .failed: throw .callerLeft
        }
    }

    private func takeBody() throws(Break) {
        let bytes = connection.inbox.bytes
        do throws(ChunkReader.Flaw) {
            let count = try up.take(bytes) { sentCopy?.append($0) }
            let part = UnsafeRawBufferPointer(rebasing: bytes.prefix(count))
            held.append(part)
            toServer.append(part)
            connection.inbox.drop(part.count)
            if up.isComplete || sentCopy?.isFull == true { tellOfRequest() }
        } catch {
            throw .malformed
        }
    }

    // MARK: - From the server to the caller

    private func moveDown() throws(Break) -> Bool {
        guard let server else { return false }
        var hasMoved = false
        if toCaller.isEmpty, !isAnswerWhole {
            if down == nil { hasMoved = try readAnswerHead(of: server) }
            if down != nil, self.server === server { hasMoved = try readAnswerBody(of: server) || hasMoved }
        }
        guard !toCaller.isEmpty else { return hasMoved }
        hasBegunAnswer = true
        switch toCaller.flush(to: connection.stream) {
        case .moved: return true
        case .waits: return hasMoved
        case .ended, .failed: throw .callerLeft
        }
    }

    private func readAnswerHead(of server: Upstream) throws(Break) -> Bool {
        if let head = try nextHead(of: server) {
            try receive(head)
            return true
        }
        guard serverMayHaveSent else { return false }
        switch server.inbox.fill(from: server.stream) {
        case .moved: return true
        case .waits:
            serverMayHaveSent = false
            return false
        case .ended: throw .failed(.brokenOff("the server closed the connection before it answered"))
        case .failed(let error): throw .failed(error)
        }
    }

    private func nextHead(of server: Upstream) throws(Break) -> AnswerHead? {
        do throws(HeadFlaw) {
            return try answerReader.read(from: &server.inbox, as: AnswerHead.init)
        } catch {
            throw .failed(.brokenOff("the answer is not HTTP: \(error)"))
        }
    }

    private func receive(_ head: AnswerHead) throws(Break) {
        guard !head.isInterim else {
            // A client of HTTP/1.0 knows none (RFC 9110 §15.2).
            if request.version == "HTTP/1.1" { toCaller.append(head.append) }
            return
        }
        tellOfRequest()
        let body = held.whole
        try follow(call.decide(on: head, mayRepeat: body != nil).decision(on: connection.executor), head, body)
    }

    private func follow(_ decision: AnswerDecision, _ head: AnswerHead, _ body: [UInt8]?) throws(Break) {
        switch decision {
        case .pass(let shown, let limit):
            receivedCopy = BodyCopy(limit: limit)
            try pass(head, as: shown)
        case .again(let request):
            if let body { try repeatRequest(request, body) } else { try pass(head, as: head) }
        case .replace(let answer): throw .withheld(answer)
        case .breakOff: throw .withheld(nil)
        case .afterBody(let decide):
            let content = server?.contentAhead(try framing(of: head), within: connection.relay.limits.headTime)
            try follow(decide(content), head, body)
        }
    }

    private func framing(of head: AnswerHead) throws(Break) -> BodyFraming {
        do throws(HeadFlaw) {
            return try BodyFraming(of: head, to: request.method)
        } catch {
            throw .failed(.brokenOff("the answer is not HTTP: \(error)"))
        }
    }

    private func pass(_ head: AnswerHead, as shown: AnswerHead) throws(Break) {
        let framing = try framing(of: head)
        held.release()
        down = BodyCounter(framing)
        toCaller.append(shown.append)
        let endsWithConnection = framing == .close || framing == .blind
        keepsCaller = keepsCaller && shown.keepsConnection && !endsWithConnection
        // RFC 9112 §6.3: an answer with both lengths may be meant to deceive.
        let hasTwoLengths = framing == .chunked && head.fields.contains("Content-Length")
        keepsServer = head.keepsConnection && !endsWithConnection && !hasTwoLengths
        if framing == .blind {
            isBlind = true
            up = BodyCounter(.blind)
        }
    }

    private func readAnswerBody(of server: Upstream) throws(Break) -> Bool {
        guard down?.isComplete == false else {
            tellOfAnswer()
            return false
        }
        var hasMoved = false
        if server.inbox.isEmpty {
            guard serverMayHaveSent else { return false }
            switch server.inbox.fill(from: server.stream) {
            case .moved: hasMoved = true
            case .waits:
                serverMayHaveSent = false
                return false
            case .ended: return try endAnswer()
            case .failed(let error): throw .failed(error)
            }
        }
        do throws(ChunkReader.Flaw) {
            let bytes = server.inbox.bytes
            guard let count = try down?.take(bytes, { receivedCopy?.append($0) }) else { return hasMoved }
            toCaller.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
            server.inbox.drop(count)
        } catch {
            throw .failed(.brokenOff("the answer's chunks are malformed"))
        }
        if down?.isComplete == true { tellOfAnswer() }
        return true
    }

    private func endAnswer() throws(Break) -> Bool {
        guard down?.endsWithConnection == true else {
            throw .failed(.brokenOff("the server closed the connection in the middle of the answer"))
        }
        tellOfAnswer()
        if isBlind { connection.stream.endSending() }
        return true
    }

    // MARK: - Waiting and the end

    private var isOver: Bool {
        isAnswerWhole && toCaller.isEmpty && (!isBlind || callerSendsNoMore && toServer.isEmpty)
    }

    private func wait(atMost limit: Duration) throws(Break) {
        guard let server else { return }
        var caller: Interest = watchesForEnd && !isBlind ? .end : []
        if readsCaller { caller.insert(.reading) }
        if !toCaller.isEmpty { caller.insert(.writing) }
        var answer: Interest = []
        if toCaller.isEmpty, !isAnswerWhole { answer.insert(.reading) }
        // The answer alone is missing: most come at once.
        if answer == .reading, toServer.isEmpty, caller.isSubset(of: .end), server.inbox.fillSoon(from: server.stream) {
            serverMayHaveSent = true
            return
        }
        if !toServer.isEmpty { answer.insert(.writing) }
        let ready = Wait.on(
            (connection.stream.descriptor, caller), (server.stream.descriptor, answer), atMost: limit)
        guard let ready else { throw .failed(.timedOut(down == nil ? .waiting : .receiving)) }
        if !ready.0.isEmpty { callerMayHaveSent = true }
        if !ready.1.isEmpty { serverMayHaveSent = true }
        // What came before the end is read first where both sides send as they like, and where the answer has gone.
        let isReadable = (isBlind || isAnswerWhole) && ready.0.contains(.reading)
        if !ready.0.isDisjoint(with: .gone), !isReadable { throw .callerLeft }
        guard ready.0.contains(.end), !isReadable else { return }
        if PeerPresence.hasLeft(connection.stream.descriptor) { throw .callerLeft }
        // It only sends no more, and still reads: once is enough to know.
        watchesForEnd = false
    }

    private var isRequestWhole: Bool { up.isComplete && toServer.isEmpty && !serverTakesNoMore }

    /// A server may answer before the body has come, and read that afterwards: callers send another request then.
    private func passRest() {
        // Who waits for leave to send a body sends none after another answer.
        guard keepsCaller, keepsServer, !request.fields.contains("Expect") else { return }
        let deadline = ContinuousClock.now + connection.relay.limits.drainTime
        do throws(Break) {
            while !isRequestWhole, !serverTakesNoMore, server?.isReady() == true {
                if try !moveUp() { try wait(atMost: max(.zero, ContinuousClock.now.duration(to: deadline))) }
            }
        } catch {}
    }

    /// Leaves both connections as the next request wants them.
    private func settle() {
        keepsCaller = keepsCaller && isRequestWhole
        if !keepsServer || !isRequestWhole || server?.inbox.isEmpty == false { connection.upstream = nil }
    }

    private func outcome(of failure: Break) -> CallEnd.Outcome {
        let server = connection.upstream.take()
        keepsCaller = false
        switch failure {
        case .callerLeft:
            hasCallerLeft = true
            return .callerLeft
        case .malformed:
            if !hasBegunAnswer { answer(LocalAnswer(400, "the chunks of the body are malformed")) }
            return .malformed
        case .withheld(let answer):
            if let answer { self.answer(answer) }
            return answer.map { .refused(status: $0.status) } ?? .failed(.brokenOff("it was withheld"))
        case .failed(let error):
            // A kept connection that the server has closed: the caller may send again by its own rules, as without us.
            let isRace = server?.isReused == true && !isRepeated && down == nil && error.isBrokenOff
            if !call.answersForServer {
                connection.end(as: server, withRest: down == nil)
            } else if !hasBegunAnswer, !isRace {
                answer(LocalAnswer(error))
            }
            return .failed(error)
        }
    }

    private func answer(_ answer: LocalAnswer) {
        connection.answer(answer, withBody: request.method != "HEAD")
    }
}
