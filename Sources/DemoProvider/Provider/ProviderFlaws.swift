/// What the provider does wrong until it is told otherwise.
struct ProviderFlaws: Sendable {
    var idToken: IDTokenFlaw?
    /// The members that are missing in the document of OpenID Connect Discovery, but not in that of RFC 8414.
    var membersLeftOut: Set<String> = []
    /// What is wrong on the way from the API's URL to the first call.
    var chain: Set<ChainFlaw> = []
    var grants: Set<GrantFlaw> = []
    /// What the API takes for a token, and how it refuses one.
    var resource: Set<ResourceFlaw> = []
}
