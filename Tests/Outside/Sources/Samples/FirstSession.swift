import FoundationEssentials
import SessionKit

func printOrders(issuer: String, api: URL, path: String) async throws {
    let client = ClientConfiguration(
        issuer: issuer, clientID: "session-console", scope: ["openid", "offline_access"], apis: [api])
    let session = try await Session.open(client: client, store: FileStore(path: path))
    if await !session.isAuthenticated {
        try await session.signIn(DeviceFlow { print("Open \($0.verificationURI) and type \($0.userCode)") })
    }
    let answer = try await session.send(HTTPRequest(url: api.appending(path: "orders")))
    print(answer.response.status, String(decoding: answer.response.body, as: UTF8.self))
}
