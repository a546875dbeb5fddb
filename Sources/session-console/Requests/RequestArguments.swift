import Addresses
import ConsoleApp
import FoundationEssentials
import HostSystem
import SessionCore

/// The request that a command line describes.
struct RequestArguments: Sendable {
    let method: String
    let url: URL
    let headers: HTTPHeaders
    let body: HTTPBody
    let authorization: RequestAuthorization

    init(_ context: CommandContext, apis: [URL]) throws(CommandFailure) {
        let invocation = context.invocation
        let method = invocation.value(of: .method) ?? (invocation.contains(.data) ? "POST" : "GET")
        guard method.isHTTPToken else {
            throw CommandFailure(
                .badValue(.method, method, expected: "a method such as GET or POST"), command: "request")
        }
        self.method = method
        url = try Self.url(context.operands[0], base: apis.first)
        body = try Self.body(invocation.value(of: .data))
        var headers = try Self.headers(invocation.values[.header] ?? [])
        // A field of the caller's own is sent as it is, and the session's token is not.
        authorization = invocation.contains(.noAuth) || headers["Authorization"] != nil ? .none : .required
        if invocation.contains(.data), headers["Content-Type"] == nil { headers["Content-Type"] = body.likelyType }
        self.headers = headers
    }

    var request: HTTPRequest { HTTPRequest(method: method, url: url, headers: headers, body: body) }

    /// A whole URL is used as it is; anything else is a path of the first API.
    private static func url(_ text: String, base: URL?) throws(CommandFailure) -> URL {
        let whole: String
        if text.isHTTPAddress {
            whole = text
        } else {
            guard let base else {
                throw CommandFailure(
                    .badCommandLine, "'\(text)' is a path, but no API is configured.",
                    advice: "Give a full URL, or name the API with --api.")
            }
            whole = base.absoluteString.trimmingSuffix { $0 == "/" } + (text.hasPrefix("/") ? "" : "/") + text
        }
        guard let url = URL(given: whole), url.host?.isEmpty == false else {
            throw CommandFailure(
                .badCommandLine,
                "\(text.contains { "?@".contains($0) } ? "That" : "'\(text)'") is not a URL with a host.",
                advice: "See: \(ProgramCall.line("request", "--help"))")
        }
        return url
    }

    private static func headers(_ texts: [String]) throws(CommandFailure) -> HTTPHeaders {
        var headers = HTTPHeaders()
        for text in texts {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, parts[0].isHTTPToken,
                !parts[1].utf8.contains(where: { [0, 0x0A, 0x0D].contains($0) })
            else {
                throw CommandFailure(
                    .badValue(.header, text, expected: "of the form 'Name: value'"), command: "request")
            }
            headers.add(parts[0], String(parts[1].drop(while: \.isWhitespace)).trimmingSuffix(while: \.isWhitespace))
        }
        return headers
    }

    private static func body(_ text: String?) throws(CommandFailure) -> HTTPBody {
        guard let text else { return .none }
        guard text.hasPrefix("@") else { return .text(text) }
        let file: FileBody
        do throws(FileFailure) {
            file = try FileBody(String(text.dropFirst()))
        } catch {
            throw CommandFailure(
                .badValue(.data, text, expected: "text, @ and a file that can be read (\(error.clause)), or @-"),
                command: "request")
        }
        return try file.body()
    }
}

extension String {
    /// RFC 9110 §5.6.2.
    fileprivate var isHTTPToken: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }
}

extension HTTPBody {
    /// The media type if none is given: JSON by the first character, else a form, as in curl.
    fileprivate var likelyType: String {
        guard case .bytes(let bytes) = self else { return "application/octet-stream" }
        let isJSON = bytes.first { $0 > 0x20 }.map { "{[".utf8.contains($0) } ?? false
        return isJSON ? "application/json" : "application/x-www-form-urlencoded"
    }
}
