import Addresses
import FoundationEssentials
import SessionHTTP

extension AuthorizationFacts {
    init(_ parameters: RequestParameters) {
        client = parameters["client_id"].map(TextOnPath.cut)
        responseTypes = RequestReader.words(parameters["response_type"])
        redirectURI = SecretID(parameters["redirect_uri"].map(URLPlace.normalized))
        redirectText = parameters["redirect_uri"].map(TextOnPath.cut)
        registeredRedirect = parameters["redirect_uri"].map(RegistrationFacts.id(ofRedirect:))
        redirectPlace = parameters["redirect_uri"].flatMap { URL(given: $0) }.map(URLPlace.id)
        scope = RequestReader.words(parameters["scope"])
        resources = parameters.places(named: "resource")
        audiences = parameters.places(named: "audience")
        state = SecretID(parameters["state"])
        nonce = SecretID(parameters["nonce"])
        challenge = SecretID(parameters["code_challenge"])
        isChallengePlain = challenge != nil && parameters["code_challenge_method"] != "S256"
        asksForMore = ["prompt", "max_age", "acr_values", "claims"].contains { parameters[$0] != nil }
        requestURI = SecretID(parameters["request_uri"])
        isOpaque = parameters["request"] != nil
    }
}

extension RedirectFacts {
    init(_ parameters: RequestParameters) { self.init(parameters.query.items + parameters.body.items) }

    init(_ query: FormParameters) { self.init(query.items) }

    private init(_ items: [FormParameters.Item]) {
        let parameters = FormParameters(items)
        code = SecretID(parameters["code"])
        state = SecretID(parameters["state"])
        issuer = parameters["iss"].map(TextOnPath.cut)
        error = parameters["error"].map { .init($0) }
    }
}
