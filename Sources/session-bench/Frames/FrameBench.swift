import ConsoleApp
import FoundationEssentials
import SessionCore
import TerminalUI

/// How long a frame of the console takes: the update, the drawing, and the comparison with the frame before.
struct FrameBench {
    private static let size = Size(width: 120, height: 36)
    private static let count = 2_000

    private struct Step {
        let name: String
        var preparation: [Key] = []
        /// Pressed in turn, one before each frame.
        var keys: [Key] = []
    }

    private static let steps = [
        Step(name: "focus moves", keys: [.tab]),
        Step(name: "selection moves", preparation: [.backTab], keys: [.up, .down]),
        Step(name: "time passes"),
        Step(name: "flow: selection moves", preparation: [.character("2")], keys: [.up, .down]),
        Step(
            name: "flow: a filter is typed", preparation: [.character("2"), .character("/")],
            keys: [.character("o"), .backspace]),
    ]

    /// Prints the medians, and the 99th percentile of the whole.
    func run() {
        print("frames of \(Self.size.width)×\(Self.size.height), in microseconds: update  draw  compare  p99 of all")
        for step in Self.steps { measure(step) }
        measureFlow()
    }

    private func measure(_ step: Step) {
        var model = Self.signedIn()
        for key in step.preparation { _ = update(&model, .terminal(.keyPressed(key))) }
        var frames = Frames(glyphs: .unicode)
        var shown = Surface(size: Self.size)
        var now = Date(timeIntervalSince1970: 1_795_262_671.5)
        var times: [[Int64]] = []
        for turn in 0..<Self.count {
            if step.keys.isEmpty { now.addTimeInterval(0.001) }
            let start = ContinuousClock.now
            _ = update(&model, .terminal(.ticked(now, secondsFromUTC: 0)))
            if !step.keys.isEmpty { _ = update(&model, .terminal(.keyPressed(step.keys[turn % step.keys.count]))) }
            let updated = ContinuousClock.now
            let surface = frames.draw(model, size: Self.size)
            let drawn = ContinuousClock.now
            _ = diff(old: shown, new: surface)
            let compared = ContinuousClock.now
            shown = surface
            times.append([updated - start, drawn - updated, compared - drawn, compared - start].map(Self.nanoseconds))
        }
        let medians = (0..<3).map { part in "\(Double(times.map { $0[part] }.sorted()[times.count / 2] / 100) / 10)" }
        let slowest = times.map { $0[3] }.sorted()[times.count * 99 / 100] / 1000
        print(step.name, medians.joined(separator: "  "), slowest, separator: "  ")
    }

    /// Prints what an exchange costs the model once more of them have come than it keeps.
    private func measureFlow() {
        let count = 100_000
        var model = Self.signedIn()
        let start = ContinuousClock.now
        for number in 1...count {
            let event = SessionEvent(
                sequence: 6000 + number, time: Date(timeIntervalSince1970: 1_795_262_671.5), generation: 2, cause: nil,
                kind: .exchange(Self.exchange(number)))
            _ = update(&model, .session(.eventHappened(event)))
        }
        print(
            "an event, after \(count)", Self.nanoseconds((ContinuousClock.now - start) / count) / 1000, separator: "  ")
    }

    private static func exchange(_ number: Int) -> HTTPExchange {
        HTTPExchange(
            id: number, purpose: .request, request: nil, method: "GET",
            url: "http://127.0.0.1:41874/orders?limit=\(number)", requestHeaders: ["Accept": "application/json"],
            requestBody: nil, sentAt: Date(timeIntervalSince1970: 1_795_262_671.5), duration: .milliseconds(12),
            outcome: .answered(
                .init(
                    status: 200, headers: ["Content-Type": "application/json"], body: nil, bodySize: 200,
                    version: "1.1", timings: nil, connection: nil, redirects: [])))
    }

    private static func nanoseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000
    }

    private static func signedIn() -> Model {
        let now = Date(timeIntervalSince1970: 1_795_262_671.5)
        var model = Model(
            context: ConsoleContext(
                profile: "demo", issuer: "http://127.0.0.1:41873", api: URL(string: "http://127.0.0.1:41874")),
            now: now, secondsFromUTC: 0, firstTarget: "/orders?limit=3")
        var status = SessionStatus()
        status.state = .authenticated(.signedIn(flow: "device code"))
        status.generation = 2
        status.accessToken = TokenStatus(
            fingerprint: Secret("a").fingerprint, obtainedAt: now, expiry: .at(now.addingTimeInterval(47), .expiresIn))
        status.refreshToken = TokenStatus(
            fingerprint: Secret("b").fingerprint, obtainedAt: now, expiry: .at(now.addingTimeInterval(552), .expiresIn))
        status.scope = ["openid", "profile", "email", "offline_access", "orders"]
        status.userInfo = UserInfo(
            subject: "248289761001",
            claims: [
                .init(name: "sub", value: "248289761001"), .init(name: "name", value: "Alice Example"),
                .init(name: "email", value: "alice@example.com"),
            ])
        _ = update(&model, .terminal(.resized(size)))
        _ = update(&model, .session(.statusChanged(status)))
        for sequence in 1...200 {
            var facts = RequestFacts(id: sequence, method: "GET", url: "http://127.0.0.1:41874/orders?limit=3")
            facts.status = sequence.isMultiple(of: 3) ? 200 : 404
            facts.duration = .microseconds(12_100)
            let event = SessionEvent(
                sequence: sequence, time: now, generation: 2, cause: nil, kind: .requestFinished(facts))
            _ = update(&model, .session(.eventHappened(event)))
        }
        for number in 1...5_000 {
            let event = SessionEvent(
                sequence: 200 + number, time: now, generation: 2, cause: nil, kind: .exchange(exchange(number)))
            _ = update(&model, .session(.eventHappened(event)))
        }
        let body =
            "{\"orders\":["
            + (0..<100).map { "{\"id\":\($0),\"item\":\"Coffee\",\"total\":12.50}" }.joined(separator: ",") + "]}"
        for effect in update(&model, .terminal(.keyPressed(.character("r")))) {
            guard case .call(.send(let calls, _, _)) = effect else { continue }
            let response = HTTPResponse(
                status: 200, headers: ["Content-Type": "application/json"], body: Array(body.utf8),
                url: URL(filePath: "/"), version: "1.1",
                timings: HTTPTimings(
                    nameLookup: .zero, connect: .zero, tls: .zero, firstByte: .milliseconds(11),
                    total: .milliseconds(12)),
                connection: nil)
            let facts = RequestFacts(id: 1, method: "GET", url: "http://127.0.0.1:41874/orders?limit=3")
            for call in calls {
                _ = update(
                    &model,
                    .call(
                        .responseArrived(
                            call, .success(AuthorizedResponse(response: response, facts: facts, verdict: .accepted)))))
            }
        }
        return model
    }
}
