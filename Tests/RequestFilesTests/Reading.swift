import Testing

@testable import RequestFiles

/// Files and requests as tests write them.
enum Reading {
    static func file(_ text: String) throws -> RequestFile { try RequestFile(Array(text.utf8)) }

    /// The only request of a file.
    static func request(_ text: String) throws -> FileRequest {
        let file = try file(text)
        #expect(file.requests.count == 1)
        return try #require(file.requests.first)
    }

    static func resolved(
        _ text: String, named name: String? = nil, _ change: (inout VariableScope) -> Void = { _ in }
    ) throws -> ResolvedRequest {
        let file = try file(text)
        let request = try #require(name.map(file.request(named:)) ?? file.requests.first)
        var scope = VariableScope()
        change(&scope)
        return try file.resolve(request, in: scope)
    }

    /// Why the only request of a file can't be sent.
    static func failure(
        _ text: String, named name: String? = nil, _ change: (inout VariableScope) -> Void = { _ in }
    ) throws -> Remark {
        do {
            _ = try resolved(text, named: name, change)
        } catch let remark as Remark {
            return remark
        }
        throw NoFailure()
    }

    struct NoFailure: Error {}
}

extension ResolvedRequest {
    var text: String? { body.map { String(decoding: $0, as: UTF8.self) } }

    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

extension RequestFile {
    /// The remarks as `line:column` and matter.
    var places: [String] { remarks.map { "\($0.position.line):\($0.position.column) \($0.matter)" } }
}
