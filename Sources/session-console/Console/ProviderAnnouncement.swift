import DemoProvider
import Recordings

/// The first line of `provider`: all that another program needs to use it.
struct ProviderAnnouncement: RecordedByMembers {
    struct Account: RecordedByMembers {
        let username: String
        let password: String

        static let members = Members(
            Self.init(username:password:), .needed("username", \.username), .needed("password", \.password))
    }

    let issuer: String
    let clientID: String
    let clientSecret: String
    let api: String
    let control: String
    let users: [Account]
    let confidentialClientID: String

    static let members = Members(
        Self.init(issuer:clientID:clientSecret:api:control:users:confidentialClientID:), .needed("issuer", \.issuer),
        .needed("client_id", \.clientID), .needed("client_secret", \.clientSecret), .needed("api", \.api),
        .needed("control", \.control), .needed("users", \.users),
        .needed("confidential_client_id", \.confidentialClientID))
}

extension ProviderAnnouncement {
    init(_ provider: DemoProvider) {
        self.init(
            issuer: provider.issuer, clientID: provider.clientID, clientSecret: provider.clientSecret,
            api: provider.api, control: provider.control,
            users: provider.users.map { Account(username: $0.username, password: $0.password) },
            confidentialClientID: provider.confidentialClientID)
    }
}
