import Addresses
import FoundationEssentials
import SessionCore

/// The call that a sign-in from a URL was made for.
struct FirstCall {
    let context: CommandContext
    let opened: CommandSession

    /// An event stream has no end.
    private static let patience = Duration.seconds(10)

    /// Calls the URL with the token, and reports what it answers; nothing is thrown, because the sign-in stands.
    func send(to text: String) async {
        guard let url = URL(given: text) else { return }
        let checklist = Checklist(context)
        checklist.report(DiscoveryStep(.signIn, .done, .signedIn, .rfc(6749, "4.1")))
        var request = HTTPRequest(
            url: url, headers: ["Accept": "application/json, text/event-stream"], timeout: Self.patience,
            maximumTime: Self.patience)
        request.bodyLimit = 1 << 20
        do throws(SessionError) {
            var status = try await status(of: request)
            if [405, 406].contains(status) {
                request.method = "POST"
                request.headers["Content-Type"] = "application/json"
                request.body = .text("{}")
                status = try await self.status(of: request)
            }
            let attempt = DiscoveryStep.Attempt(method: request.method, url: url, result: .answered(status))
            checklist.report(
                DiscoveryStep(
                    .call, [401, 403].contains(status) ? .failed : .done, .called(status: status),
                    .rfc(6750, "2.1"), attempts: [attempt]))
        } catch {
            opened.tell("The first call got no answer: \(error).")
        }
    }

    private func status(of request: HTTPRequest) async throws(SessionError) -> Int {
        do throws(SessionError) {
            return try await opened.session.send(request).response.status
        } catch {
            guard let answer = error.partialAnswer?.answer else { throw error }
            return answer.status
        }
    }
}
