import FoundationEssentials
import SessionCore

/// The call that a sign-in from a URL was made for.
struct FirstCall {
    let context: CommandContext
    let opened: CommandSession
    let server: DiscoveredServer

    private static let patience = Duration.seconds(10)

    /// Calls the resource with the token, and reports what it answers; returns what to say where it refuses the token.
    ///
    /// The sign-in stands, whatever comes of the call.
    func send() async -> CommandFailure? {
        let checklist = Checklist(context)
        checklist.report(DiscoveryStep(.signIn, .done, .signedIn, .rfc(6749, "4.1")))
        let token = try? await opened.session.accessToken()
        do throws(SessionError) {
            var question = server.question
            var answer = try await self.answer(to: question)
            if [405, 406].contains(answer.status), question.body == nil {
                question = .initialize(at: question.url)
                answer = try await self.answer(to: question)
            }
            let isRefused = [401, 403].contains(answer.status)
            let attempt = DiscoveryStep.Attempt(
                method: question.method, url: question.url, result: .answered(answer.status))
            checklist.report(
                DiscoveryStep(
                    .call, isRefused ? .failed : .done, .called(status: answer.status), .rfc(6750, "2.1"),
                    attempts: [attempt]))
            guard isRefused else { return nil }
            return RefusedToken(
                server: server, client: opened.settings.client, status: answer.status, challenge: answer.challenge,
                token: token?.value, scope: await opened.session.status.scope
            ).failure
        } catch {
            opened.tell("The first call got no answer: \(error).")
            return nil
        }
    }

    private func answer(
        to question: ResourceQuestion
    ) async throws(SessionError) -> (status: Int, challenge: AuthenticationChallenge?) {
        var request = question.request
        (request.timeout, request.maximumTime) = (Self.patience, Self.patience)
        request.bodyLimit = 1 << 20
        request.endsAtEventStream = true
        do throws(SessionError) {
            let response = try await opened.session.send(request).response
            return (response.status, AuthenticationChallenge.token(in: response.headers))
        } catch {
            guard let answer = error.partialAnswer?.answer else { throw error }
            return (answer.status, AuthenticationChallenge.token(in: answer.headers))
        }
    }
}
