import FoundationEssentials
import JOSE
import SessionHTTP

/// The parameters of a request, wherever they stand: in its query, and in its body as a form or as JSON.
///
/// A token request is a form (RFC 6749 §3.2); providers take other shapes, too, and clients send them.
struct RequestParameters: Sendable {
    enum Encoding: Sendable, Hashable { case none, form, json, unread }

    let query: FormParameters
    let body: FormParameters
    let encoding: Encoding

    init(_ request: ObservedRequest, bodyLimit: Int) {
        query = request.url.query(percentEncoded: true).map { FormParameters(decoding: $0).inNamesOfRFC } ?? [:]
        let (body, encoding) = Self.body(of: request, limit: bodyLimit)
        (self.body, self.encoding) = (body.inNamesOfRFC, encoding)
    }

    /// The first value of that name; the body is asked before the query.
    subscript(name: String) -> String? { body[name] ?? query[name] }

    func values(of name: String) -> [String] {
        (body.items + query.items).filter { $0.name == name }.map(\.value)
    }

    /// The URLs of that name, as they are compared.
    func places(named name: String) -> Set<String> {
        Set(values(of: name).map { TextOnPath.cut(URLPlace.normalized(url: $0)) })
    }

    func has(_ name: String) -> Bool { self[name]?.isEmpty == false }

    /// The type decides; where it says neither, what the body begins with does.
    private static func body(of request: ObservedRequest, limit: Int) -> (FormParameters, Encoding) {
        guard !request.body.isEmpty else { return ([:], .none) }
        guard request.body.count <= limit else { return ([:], .unread) }
        let type = request.headers["Content-Type"]?.prefix { $0 != ";" && $0 != " " }.lowercased() ?? ""
        if type == "application/x-www-form-urlencoded" { return (FormParameters(decoding: request.body), .form) }
        if let object = BodyMembers.ofJSON(request.body) { return (FormParameters(object), .json) }
        if !type.contains("json"), let form = FormParameters(lookingLikeOne: request.body), form["grant_type"] != nil {
            return (form, .form)
        }
        return ([:], .unread)
    }
}

extension FormParameters {
    /// TikTok and WeChat call the client a key or an app, and its secret a secret; other messages have such names, too.
    fileprivate var inNamesOfRFC: FormParameters {
        let isOfProtocol = ["grant_type", "response_type", "refresh_token", "device_code"].contains { self[$0] != nil }
        guard self["client_id"] == nil, isOfProtocol || self["code"] != nil && self["secret"] != nil,
            let name = ["client_key", "appid"].first(where: { self[$0] != nil })
        else { return self }
        return FormParameters(
            items.map { item in
                switch item.name {
                case name: Item(name: "client_id", value: item.value)
                case "secret": Item(name: "client_secret", value: item.value)
                default: item
                }
            })
    }

    /// The texts and numbers of a JSON object; a list of texts is a scope in one piece, or a parameter for each.
    fileprivate init(_ object: JSONObject) {
        self.init()
        for member in object.members {
            if let text = member.value.string ?? member.value.number?.literal {
                add(member.name, text)
            } else if let inner = member.value.object, inner["refresh_token"]?.string != nil {
                // Cognito's, a level down.
                for item in FormParameters(inner).items { add(item.name, item.value) }
            } else if let texts = member.value.strings {
                for text in member.name == "scope" ? [texts.joined(separator: " ")] : texts { add(member.name, text) }
            }
        }
    }
}
