import ConsoleKit
import SessionCore

/// The call that is being put together in the request panel.
struct RequestDraft: Sendable, Hashable {
    var method = "GET"
    /// A path, resolved against the profile's API, or a whole URL.
    var target = "/"
    var headers: [HTTPHeaders.Field] = []
    var body = ""
    var authorization = RequestAuthorization.required

    static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]

    /// How it is named in the panel and while it is under way.
    var name: String { "\(method) \(target)" }

    /// The lines of the panel, in order; method and target share the first.
    var fields: [RequestField] {
        [.method, .target, .authorization] + headers.indices.map { .header($0) } + [.newHeader, .body]
    }

    func text(of field: RequestField) -> String {
        switch field {
        case .method: method
        case .target: target
        case .authorization: authorization.words
        case .header(let index):
            headers.indices.contains(index) ? "\(headers[index].name): \(headers[index].value)" : ""
        case .newHeader: ""
        case .body: body
        }
    }

    /// Sets a field to the typed text; if that is not possible, returns the reason.
    mutating func set(_ field: RequestField, to text: String) -> String? {
        let trimmed = text.trimmed
        switch field {
        case .method:
            guard !trimmed.isEmpty, trimmed.utf8.allSatisfy(\.isTokenByte) else { return "a method is one word" }
            method = trimmed.uppercased()
        case .target:
            guard !trimmed.isEmpty else { return "a path or a URL is needed" }
            target = trimmed
        case .authorization:
            break
        case .header(let index):
            guard headers.indices.contains(index) else { return nil }
            if trimmed.isEmpty {
                headers.remove(at: index)
            } else {
                guard let header = HTTPHeaders.Field(line: trimmed) else { return Self.headerAdvice }
                headers[index] = header
            }
        case .newHeader:
            guard !trimmed.isEmpty else { return nil }
            guard let header = HTTPHeaders.Field(line: trimmed) else { return Self.headerAdvice }
            headers.append(header)
        case .body:
            body = text
        }
        return nil
    }

    private static let headerAdvice = "a header is written as Name: value"

    /// The value before or after the present one, for fields that have a few.
    mutating func step(_ field: RequestField, by step: Int) {
        switch field {
        case .method: method = Self.methods.neighbor(of: method, by: step)
        case .authorization: authorization = RequestAuthorization.choices.neighbor(of: authorization, by: step)
        default: break
        }
    }
}

/// A part of the request that can be edited.
enum RequestField: Sendable, Hashable {
    case method, target, authorization
    case header(Int)
    case newHeader
    case body

    var title: String {
        switch self {
        case .method: "Method"
        case .target: "Path or URL"
        case .authorization: "Token"
        case .header: "Header"
        case .newHeader: "New header"
        case .body: "Body"
        }
    }
}

extension RequestDraft {
    /// How it is sent: an `Authorization` field of its own goes as it is, and the session's token does not.
    var sentAuthorization: RequestAuthorization {
        headers.contains { $0.name.lowercased() == "authorization" } ? .none : authorization
    }
}

extension RequestAuthorization {
    static let choices: [RequestAuthorization] = [.required, .optional, .none]

    var words: String {
        switch self {
        case .required: "required"
        case .optional: "if there is one"
        case .none: "never sent"
        }
    }
}

extension Array where Element: Equatable {
    /// Goes round at the ends; an element that is not there counts as the first.
    fileprivate func neighbor(of element: Element, by step: Int) -> Element {
        let index = firstIndex(of: element) ?? 0
        return self[(index + step + count) % count]
    }
}

extension HTTPHeaders.Field {
    /// Reads `Name: value`; `nil` where the name is none.
    init?(line: String) {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let name = String(line[..<colon]).trimmed
        guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenByte) else { return nil }
        self.init(name: name, value: String(line[line.index(after: colon)...]).trimmed)
    }
}

extension UInt8 {
    /// RFC 9110 §5.6.2.
    fileprivate var isTokenByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}
