import FoundationEssentials

/// The settings of one provider and client, as a file keeps them: option values under their snake_case names.
struct Profile: Sendable, Equatable {
    var name: String
    /// As on the command line: one text for each time the option would be given.
    var values: [OptionName: [String]] = [:]
    /// Endpoints for providers without discovery, by their metadata name: `token_endpoint`.
    var endpoints: [String: String] = [:]
    /// Further parameters of the authorization request, such as `prompt` and `acr_values`.
    var authorizationParameters: [String: String] = [:]

    /// The keys whose values are objects.
    static let endpointsKey = "endpoints"
    static let authorizationParametersKey = "authorization_parameters"
}
