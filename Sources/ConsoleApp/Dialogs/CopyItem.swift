/// What can be copied, and the letter that chooses it after `y`.
enum CopyItem: Character, Sendable, CaseIterable {
    case value = "y"
    case curl = "c"
    case response = "r"
    case token = "t"

    var title: String {
        switch self {
        case .value: "what is selected"
        case .curl: "the request as a curl command"
        case .response: "the body of the response"
        case .token: "the access token (asks)"
        }
    }
}
