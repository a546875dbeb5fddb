import CurlTransport
import FoundationEssentials
import SessionCore

let transport = CurlTransport()  // one for all sessions of the program

func printOrders(issuer: String, api: URL, path: String) async throws {
    let client = ClientConfiguration(
        issuer: issuer, clientID: "session-console", scope: ["openid", "offline_access"], apis: [api])
    let session = Session(client: client, transport: transport, store: FileStore(path: path))
    try await session.configure()  // reads the file, not the network
    if await !session.state.isAuthenticated {
        try await session.signIn(DeviceFlow { print("Open \($0.verificationURI) and type \($0.userCode)") })
    }
    let answer = try await session.send(HTTPRequest(url: api.appending(path: "orders")))
    print(answer.response.status, String(decoding: answer.response.body, as: UTF8.self))
}
