/// The items that can be copied, with the letters that choose them.
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
        case .token: "the access token (asks first)"
        }
    }
}

/// Text to be copied, and its name for the notice that follows.
struct CopyText: Sendable, Hashable {
    var text: String
    var name: String

    init(_ text: String, name: String) {
        self.text = text
        self.name = name
    }
}
