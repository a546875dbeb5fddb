package import JOSE

/// The calls that a document of OpenAPI 3 or Swagger 2.0 describes.
///
/// References lead to parts of the document itself only. Whatever the document says, reading it takes time in
/// proportion to its size.
package struct OpenAPIDocument: Sendable {
    /// The largest document that is read, in bytes.
    package static let sizeLimit = 16 << 20
    /// The most values that are read of one, as many as the largest known documents have twice.
    package static let valueLimit = 1_000_000
    /// The most calls that are listed.
    package static let operationLimit = 2_000

    package let title: String
    package private(set) var operations: [Operation] = []
    /// How many calls are left out.
    package private(set) var omittedCount = 0

    /// A call, with all references followed.
    package struct Operation: Sendable, Hashable {
        package var method: String
        /// With `{name}` where a parameter stands.
        package var path: String
        /// Where the document describes it, as a JSON pointer (RFC 6901).
        package var pointer: String
        package var name: String
        package var summary: String
        /// Absolute, or empty for the session's API.
        package var server: String
        package var parameters: [Parameter]
        /// The sets of scopes of which one is needed; `nil` where no token is.
        package var scopes: [[String]]?
        /// What is asked for besides a token or in place of one, and is not sent, in words.
        package var credentials: [String] = []
        package var body: Body?
    }

    package struct Parameter: Sendable, Hashable {
        package enum Place: String, Sendable {
            case path, query, header, cookie
            /// The body, or a part of it: the value is the path of a file.
            case file
        }

        package var name: String
        package var place: Place
        package var isRequired: Bool
        package var summary: String
        /// The default that the document gives, else an example, else the first of the values that are allowed.
        package var initial: String?
        /// The values that are allowed, where the document lists them.
        package var allowed: [String] = []
        package var style = Serialization.form
        package var isExploded = true
        package var shape = Shape.single
    }

    package struct Body: Sendable, Hashable {
        package var contentType: String
        /// An example, or one that was made of the schema; empty where neither is known.
        package var text: String
    }

    /// Why a document is not read.
    package enum Refusal: Error, Sendable, Hashable {
        case tooLarge(limit: Int)
        case tooManyValues(limit: Int)
        case notJSON(JSONError.Reason, line: Int, column: Int)
        case notOpenAPI
        case version(String)
    }

    package init(_ bytes: [UInt8]) throws(Refusal) {
        guard bytes.count <= Self.sizeLimit else { throw .tooLarge(limit: Self.sizeLimit) }
        let root: JSONValue
        // RFC 8259 §8.1: a byte order mark may be ignored.
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        do throws(JSONError) { root = try JSONValue(parsing: bytes, maximumCount: Self.valueLimit) } catch {
            if case .tooMany(let limit) = error.reason { throw .tooManyValues(limit: limit) }
            let (line, column) = error.place(in: bytes)
            throw .notJSON(error.reason, line: line, column: column)
        }
        try self.init(root)
    }

    /// Reads a document that was written in JSON, or in what means the same.
    package init(_ root: JSONValue) throws(Refusal) {
        guard let version = root["openapi"]?.string else {
            guard let old = root["swagger"]?.string else { throw .notOpenAPI }
            guard old.hasPrefix("2.") else { throw .version(old) }
            self = try OpenAPIDocument(SwaggerDocument(root).openAPI)
            return
        }
        guard version.hasPrefix("3.") else { throw .version(version) }
        title = root["info"]?["title"]?.string ?? ""
        var reader = OpenAPIReader(root)
        for path in root["paths"]?.object?.members ?? [] {
            for (method, item) in reader.operations(of: path.value) {
                guard operations.count < Self.operationLimit else {
                    omittedCount += 1
                    continue
                }
                operations.append(reader.operation(method, path.name, item.operation, shared: item.shared))
            }
        }
    }
}

extension OpenAPIDocument.Refusal {
    /// The reason as a clause.
    package var words: String {
        switch self {
        case .tooLarge(let limit): "it is larger than \(limit >> 20) MiB"
        case .tooManyValues(let limit): "it has more than \(limit) values"
        case .notJSON(let reason, let line, let column): "it is not JSON: line \(line), column \(column): \(reason)"
        case .notOpenAPI: "it is not an OpenAPI document: it has no member 'openapi' or 'swagger'"
        case .version(let version): "OpenAPI \(version.prefix(20)) is not supported, only 3 and 2.0"
        }
    }
}
