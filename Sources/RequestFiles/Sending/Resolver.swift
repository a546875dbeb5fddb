import Addresses
import FoundationEssentials
import JOSE

extension RequestFile {
    /// The largest body, in bytes.
    package static let bodyLimit = 64 << 20

    /// Fills in all placeholders of a request; throws what the file or they make impossible.
    package func resolve(_ request: FileRequest, in scope: VariableScope) throws(Remark) -> ResolvedRequest {
        if let fault = request.fault { throw fault }
        var resolver = Resolver(file: self, request: request, scope: scope)
        return try resolver.resolve()
    }

    /// The requests whose answers this one refers to, directly or by variables, those that come first first.
    package func prerequisites(of request: FileRequest) -> [FileRequest] {
        var found: [FileRequest] = []
        var numbers: Set = [request.number]
        collect(request, &numbers, &found)
        return found
    }

    private func collect(_ request: FileRequest, _ numbers: inout Set<Int>, _ found: inout [FileRequest]) {
        for name in namesReferred(by: request) {
            guard let other = self.request(named: name), numbers.insert(other.number).inserted else { continue }
            collect(other, &numbers, &found)
            found.append(other)
        }
    }

    /// The requests that the placeholders of a request name.
    private func namesReferred(by request: FileRequest) -> [String] {
        var waiting = request.fragments.flatMap { Placeholder.names(in: $0.bytes) }
        var seen: Set<String> = []
        var names: [String] = []
        while let name = waiting.popLast() {
            let name = name.hasPrefix("%") ? String(name.dropFirst()) : name
            guard seen.insert(name).inserted else { continue }
            if let values = definitions[name] {
                waiting += values.flatMap { Placeholder.names(in: $0.value.bytes) }
            } else if let reference = try? AnswerReference(name) {
                names.append(reference.request)
            }
        }
        return names.sorted()
    }
}

extension FileRequest {
    fileprivate var fragments: [Fragment] {
        target + headers.flatMap(\.value)
            + body.map { line in
                switch line {
                case .text(let text): text
                case .file(let path, _): path
                }
            }
    }
}

/// Makes a request of what a file says and what its placeholders stand for.
private struct Resolver {
    let file: RequestFile
    let request: FileRequest
    let scope: VariableScope
    private var expander: Expander

    init(file: RequestFile, request: FileRequest, scope: VariableScope) {
        self.file = file
        self.request = request
        self.scope = scope
        expander = Expander(file, scope, for: request)
    }

    mutating func resolve() throws(Remark) -> ResolvedRequest {
        var headers: [(name: String, value: String)] = []
        let host = try request.fields("Host").first.map { header throws(Remark) in try value(of: header) }
        let (url, usesHost) = try url(host: host)
        var resolved = ResolvedRequest(
            method: request.method, url: url, followsRedirects: request.followsRedirects, timeout: request.timeout,
            maximumTime: request.maximumTime)
        let isSessions = scope.isSessions(url) && (host.map { usesHost || url.isAddressed(by: $0) } ?? true)
        for header in request.headers {
            let isHost = Array(header.name.utf8)[...].isSameName(as: "Host")
            if isHost && usesHost { continue }
            guard Array(header.name.utf8)[...].isSameName(as: "Authorization") else {
                headers.append((header.name, try value(of: header)))
                continue
            }
            if isSessions, header.isBearer {
                // Whatever token is named there, the session's is sent in its place; an ID token is a mistake.
                do throws(Remark) { _ = try authorization(header) } catch {
                    if case .idToken = error.matter { throw error }
                }
                resolved.carriesSession = true
                continue
            }
            let value: String
            do throws(Remark) {
                value = try authorization(header)
            } catch {
                // The variables of other tools that stand for a token stand for the session's where it may go.
                guard isSessions, case .sessionToken = error.matter, header.isPlaceholder else { throw error }
                resolved.carriesSession = true
                continue
            }
            if isSessions, Array(value.utf8)[...].isBearer {
                resolved.carriesSession = true
            } else {
                headers.append((header.name, value))
            }
        }
        if request.usesCookies { addCookies(to: &headers, for: url) }
        var body = RequestBody(request: request, expander: expander)
        resolved.body = try body.bytes()
        if request.bodyKind != .graphQL, request.body.count == 1, case .file(let path, .asIs) = request.body[0] {
            resolved.bodyFile = try expander.text(of: [path])
        }
        if request.bodyKind == .graphQL, !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            headers.append(("Content-Type", "application/json"))
        }
        resolved.headers = headers
        resolved.omittedFields = request.omittedFields
        resolved.secrets = expander.secrets.union(body.expander.secrets).sorted()
        return resolved
    }

    /// Adds the cookies of earlier answers; the request's own of the same name go before them.
    private func addCookies(to headers: inout [(name: String, value: String)], for url: URL) {
        let place = headers.firstIndex { Array($0.name.utf8)[...].isSameName(as: "Cookie") }
        let own = place.map { headers[$0].value } ?? ""
        let names = Set(own.split(separator: ";").map { Array($0.prefix { $0 != "=" }.utf8)[...].trimmed.text })
        let others = scope.cookies.pairs(for: url, at: scope.now).filter { !names.contains($0.name) }
        guard !others.isEmpty else { return }
        let text = ([own].filter { !$0.isEmpty } + others.map { "\($0.name)=\($0.value)" }).joined(separator: "; ")
        if let place { headers[place].value = text } else { headers.append(("Cookie", text)) }
    }

    private func remark(_ matter: Remark.Matter, _ fragment: Fragment?) -> Remark {
        Remark(fragment.map(file.position) ?? SourcePosition(line: request.line, column: 1), matter)
    }

    private mutating func value(of header: FileRequest.Header) throws(Remark) -> String {
        let value = try expander.text(of: header.value, joinedBy: " ")
        if let byte = value.utf8.first(where: \.isControl) { throw remark(.controlCharacter(byte), header.value.first) }
        guard value.utf8.count <= RequestFile.fieldLimit else {
            throw remark(.lineTooLong(limit: RequestFile.fieldLimit), header.value.first)
        }
        return value
    }

    /// `Basic user:password` and `Basic user password` are encoded; schemes that need more than a field are refused.
    private mutating func authorization(_ header: FileRequest.Header) throws(Remark) -> String {
        let value = try value(of: header)
        let (scheme, rest) = Array(value.utf8)[...].firstWord
        switch scheme.text.lowercased() {
        case "digest" where !rest.contains(UInt8(ascii: "=")), "aws", "cognito", "ntlm", "openid", "oauth2":
            throw remark(.schemeNotDone(scheme.text), header.value.first)
        case "basic":
            let (user, password) = rest.firstWord
            if !password.isEmpty {
                return "Basic " + Base64.encode(Array(user) + [UInt8(ascii: ":")] + Array(password))
            }
            return rest.contains(UInt8(ascii: ":")) ? "Basic " + Base64.encode(Array(rest)) : value
        default: return value
        }
    }

    // MARK: The URL

    /// The URL, and whether the `Host` field is in it.
    private mutating func url(host: String?) throws(Remark) -> (URL, Bool) {
        let place = request.target.first
        let target = Array(try expander.text(of: request.target).utf8)[...].trimmed
        if let byte = target.first(where: \.isControl) { throw remark(.controlCharacter(byte), place) }
        guard target.count <= RequestFile.fieldLimit else {
            throw remark(.lineTooLong(limit: RequestFile.fieldLimit), place)
        }
        let text: String
        var usesHost = false
        if target.begins(withAnyCase: "http://") || target.begins(withAnyCase: "https://") {
            text = target.text
        } else if target.begins(with: "/") {
            usesHost = host != nil
            text = try root(host) + target.text
        } else {
            text = "http://" + target.text
        }
        guard target.firstPlace(of: "://") != nil || !text.hasPrefix("http://") || target.first != UInt8(ascii: ":"),
            let url = URL(given: text), let name = url.host(percentEncoded: true),
            !name.isEmpty, !name.contains("%")
        else { throw remark(.badURL, place) }
        return (url, usesHost)
    }

    /// What a path stands behind.
    private func root(_ host: String?) throws(Remark) -> String {
        if let host {
            if host.lowercased().hasPrefix("http://") || host.lowercased().hasPrefix("https://") {
                return host.droppingSlashes
            }
            return (host.hasSuffix(":443") || host.hasSuffix(":8443") ? "https://" : "http://") + host
        }
        guard let base = scope.base else { throw remark(.noBase, request.target.first) }
        return base.absoluteString.droppingSlashes
    }
}

extension URL {
    /// Whether a `Host` field names the URL's own server: by another name a proxy may lead elsewhere.
    fileprivate func isAddressed(by host: String) -> Bool {
        let name = (self.host(percentEncoded: true) ?? "").lowercased()
        let defaultPort = scheme?.lowercased() == "https" ? 443 : 80
        let host = host.lowercased()
        return host == "\(name):\(port ?? defaultPort)" || host == name && (port ?? defaultPort) == defaultPort
    }
}

extension FileRequest.Header {
    /// Whether it brings a bearer token, or would, if its placeholder were filled in.
    fileprivate var isBearer: Bool { value.first?.bytes.trimmed.isBearer ?? false }

    /// Whether a placeholder is all of its value.
    fileprivate var isPlaceholder: Bool {
        guard let bytes = value.first?.bytes.trimmed, value.count == 1 else { return false }
        return Placeholder(firstIn: bytes)?.range == bytes.startIndex..<bytes.endIndex
    }
}

extension ArraySlice<UInt8> {
    fileprivate var isBearer: Bool {
        guard begins(withAnyCase: "Bearer") else { return false }
        return count == 6 || self[startIndex + 6].isBlank || self[startIndex + 6] == UInt8(ascii: "{")
    }
}

extension String {
    fileprivate var droppingSlashes: String {
        var text = self
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }
}
