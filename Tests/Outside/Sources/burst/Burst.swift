import FoundationEssentials
import SessionKit

@main
struct Burst {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let api = URL(string: arguments[2]) else { return print("ISSUER API FILE") }
        let client = ClientConfiguration(issuer: arguments[1], clientID: "orders", apis: [api])
        let session = try await Session.open(client: client, store: FileStore(path: arguments[3]))
        let requests = Array(repeating: HTTPRequest(url: api), count: 100)
        let statuses = try await withTaskExecutorPreference(RequestExecutor()) {
            try await withThrowingTaskGroup(of: AuthorizedResponse.self) { group in
                for request in requests {
                    group.addTask { try await session.send(request) }
                }
                var statuses: [Int] = []
                for try await answer in group { statuses.append(answer.response.status) }
                return statuses
            }
        }
        print(statuses)
    }
}
