import FoundationEssentials
import HTTPServer
import JOSE

extension DemoProvider {
    struct FaultedAnswer {
        let response: ServerResponse
        /// Whether a fault struck before the request had an effect.
        let isLost: Bool
    }

    /// Answers the request of this number, or applies the fault that is armed for one of the targets.
    func withFaults(
        at targets: Set<FaultTarget>, in id: Int, answer: () async -> ServerResponse
    ) async -> FaultedAnswer {
        guard let armed = faults.next(for: targets) else {
            return FaultedAnswer(response: await answer(), isLost: false)
        }
        if let mark = armed.mark { configuration.witness?.struck(id, by: mark) }
        if case .slow(let delay) = armed.fault {
            guard armed.timing == .after else {
                await pause(for: delay)
                return FaultedAnswer(response: await answer(), isLost: false)
            }
            let response = await answer()
            await pause(for: delay)
            return FaultedAnswer(response: response, isLost: false)
        }
        if armed.timing == .after { _ = await answer() }
        return FaultedAnswer(response: armed.fault.response, isLost: armed.timing == .before)
    }

    /// Waits for that long, or until the faults are cleared or the server stops.
    private func pause(for delay: Duration) async {
        let pause = Task { _ = try? await Task.sleep(for: delay) }
        let id = pauses.add(pause)
        await withTaskCancellationHandler {
            await pause.value
        } onCancel: {
            pause.cancel()
        }
        pauses.remove(id)
    }
}

extension DemoProvider.Fault {
    /// The answer that replaces the right one.
    ///
    /// A slow answer is not replaced.
    fileprivate var response: ServerResponse {
        switch self {
        case .hang:
            return .hang
        case .drop, .slow:
            return .drop
        case .malformed:
            return ServerResponse(contentType: "application/json", text: "{\"access_token\": <html>not JSON\u{1B}[31m")
        case .html:
            return ServerResponse(
                contentType: "text/html; charset=utf-8", text: "<!doctype html><title>Welcome</title><p>Welcome.</p>\n")
        case .endless:
            return ServerResponse(
                headers: ["Content-Type": "application/json"],
                body: .chunks { index in Array(index == 0 ? "[0".utf8 : String(repeating: ",0", count: 8192).utf8) })
        case .status(let status, let retryAfter, let isDate, let body):
            var response = ServerResponse(
                status: status, contentType: "text/plain; charset=utf-8",
                text: body ?? "the demo provider fails on demand\n")
            response.headers["Retry-After"] = retryAfter.map {
                // A client waits by its own clock, whatever that of the provider says.
                isDate ? HTTPDate.text(of: Date() + $0.seconds) : String($0.wholeSeconds)
            }
            return response
        case .answer(let status, let headers, let body):
            var response = ServerResponse(status: status, body: .bytes(Array(body.utf8)))
            for (name, value) in headers { response.headers[name] = value }
            return response
        }
    }
}
