import RequestFiles
import SessionCore
import TerminalUI
import Testing

@testable import ConsoleApp

/// Request files as a folder would have them.
enum RequestSamples {
    static let orders = """
        @api = http://127.0.0.1:41874

        ### list orders
        # @name list
        GET {{api}}/orders?limit=3
        Accept: application/json
        Authorization: Bearer {{token}}

        ### one order
        GET /orders/{{list.response.body.$.orders[0].id}}
        Authorization: Bearer {{token}}

        ### create an order
        # @prompt item what to order
        POST /orders
        Content-Type: application/json
        Authorization: Bearer {{token}}

        {"item": "{{item}}", "note": "{{note}}"}

        > {% client.log("done") %}

        ### upload
        # @note it costs money
        PUT https://files.example.com/a
        Authorization: Bearer abc
        X-Key: {{key}}

        < ./body.bin

        ### elsewhere
        GET {{nowhere.response.status}}

        """

    static let environments = #"{"dev": {"note": "from dev", "key": "k1"}, "prod": {"note": "from prod"}}"#

    static func file(_ path: String, _ text: String) throws -> RequestLibrary.File {
        RequestLibrary.File(path: path, folder: "", contents: .success(try RequestFile(Array(text.utf8))))
    }

    static func library(_ files: [(String, String)] = [("orders.http", orders)]) throws -> RequestLibrary {
        let folder = RequestLibrary.Folder(
            environments: try RequestEnvironments(Array(environments.utf8), private: nil), dotEnv: [:])
        return RequestLibrary(root: ".", files: try files.map { try file($0.0, $0.1) }, folders: ["": folder])
    }
}

extension Console {
    /// The screen of requests with files, signed in unless told otherwise.
    static func requests(
        _ files: [(String, String)] = [("orders.http", RequestSamples.orders)], signedIn: Bool = true,
        size: Size = Size(width: 120, height: 36)
    ) throws -> Console {
        var console = signedIn ? Console.signedIn(size: size) : Console(size: size)
        console.press(.character("4"))
        console.send(.libraryRead(try RequestSamples.library(files)))
        return console
    }

    /// With a document beside nothing else.
    static func document(_ text: String) throws -> Console {
        var console = try Console.requests()
        let document = try OpenAPIDocument(Array(text.utf8))
        let file = RequestLibrary.File(
            path: "openapi.json", folder: "", origin: .openAPI,
            contents: .success(try RequestFile(Array(document.requestFileText.utf8))), scopes: document.scopes,
            operations: document.operations)
        console.send(.libraryRead(RequestLibrary(root: ".", files: [file], folders: [:])))
        return console
    }

    mutating func send(_ message: RequestMessage) { deliver(.requests(message)) }

    var requests: RequestsScreen { model.screens.requests }

    /// Selects a request by its name.
    mutating func choose(_ name: String) {
        press(.character("g"))
        for _ in 0..<100 where requests.list.selected?.name != name { press(.down) }
        #expect(requests.list.selected?.name == name)
    }

    /// What the last message sent.
    var sentRequests: [(calls: [CallID], request: HTTPRequest, authorization: RequestAuthorization)] {
        effects.compactMap {
            if case .call(.send(let calls, let request, let mode)) = $0 { (calls, request, mode) } else { nil }
        }
    }

    var requestEffects: [RequestEffect] {
        effects.compactMap { if case .requests(let effect) = $0 { effect } else { nil } }
    }

    var notice: Notice? { model.shell.notice }
}

extension HTTPRequest {
    var bodyBytes: [UInt8]? { if case .bytes(let bytes) = body { bytes } else { nil } }
    var bodyText: String? { bodyBytes.map { String(decoding: $0, as: UTF8.self) } }
}
