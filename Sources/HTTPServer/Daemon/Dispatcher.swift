import CMicroHTTPD
import HostSystem
import Synchronization

/// Leads each exchange from its headers to its response.
///
/// Its methods run on the polling thread, except `abandonAll`, which any thread may call.
///
/// Locks are taken in one order only: dispatcher, exchange, libmicrohttpd.
final class Dispatcher: Sendable {
    private struct State {
        var isStopping = false
        /// The exchanges that have been suspended at least once, so that stopping finds the suspended ones.
        var suspendable: [ObjectIdentifier: ServerExchange] = [:]
        var connections: OpenConnections
    }

    private let bodySizeLimit: Int
    private let immediately: HTTPServer.ImmediateHandler?
    private let handler: HTTPServer.Handler
    private let state: Mutex<State>

    init(
        limits: HTTPServer.Limits, immediately: HTTPServer.ImmediateHandler?, handler: @escaping HTTPServer.Handler
    ) {
        bodySizeLimit = limits.bodySize
        state = Mutex(State(connections: OpenConnections(limit: limits.connections)))
        self.immediately = immediately
        self.handler = handler
    }

    func advance(
        _ exchange: ServerExchange, on connection: ConnectionHandle, method: UnsafePointer<CChar>?,
        upload: UnsafeRawBufferPointer
    ) -> MHD_Result {
        switch exchange.stage {
        case .awaitingHeaders:
            let headers = connection.headers
            if let length = headers["Content-Length"].flatMap({ Int($0) }), length > bodySizeLimit {
                return send(.contentTooLarge, for: exchange, on: connection)
            }
            let method = method.map { String(cString: $0) } ?? ""
            exchange.stage = .receivingBody(ServerRequest(method: method, target: exchange.target, headers: headers))
            return .YES
        case .receivingBody(var request) where upload.isEmpty:
            request.body = exchange.takeBody()
            return dispatch(request, for: exchange, on: connection)
        case .receivingBody:
            exchange.appendToBody(upload, limit: bodySizeLimit)
            return .YES
        case .refusingBody:
            return upload.isEmpty ? send(.contentTooLarge, for: exchange, on: connection) : .YES
        case .answered(let response):
            return send(response, for: exchange, on: connection)
        case .handling, .abandoned:
            return .NO
        }
    }

    private func dispatch(
        _ request: ServerRequest, for exchange: ServerExchange, on connection: ConnectionHandle
    ) -> MHD_Result {
        state.withLock { $0.connections.beginAnswer(on: connection.id) }
        if let response = immediately?(request) {
            return send(response, for: exchange, on: connection)
        }
        exchange.stage = .handling
        guard suspend(exchange, on: connection) else { return .NO }
        let handler = self.handler
        exchange.run { exchange.answer(await handler(request)) }
        return .YES
    }

    private func send(
        _ response: ServerResponse, for exchange: ServerExchange, on connection: ConnectionHandle
    ) -> MHD_Result {
        switch response.body {
        case .drop:
            return .NO
        case .hang:
            exchange.stage = .handling
            return suspend(exchange, on: connection) ? .YES : .NO
        case .bytes(let bytes):
            return response.queue(on: connection, bytes: bytes)
        case .chunks(let length, let produce):
            let reader = BodyReader(exchange: exchange, connection: connection, dispatcher: self, produce: produce)
            return response.queue(on: connection, length: length, reader: reader)
        }
    }

    /// Suspends a connection; returns `false` if the server is stopping.
    func suspend(_ exchange: ServerExchange, on connection: ConnectionHandle) -> Bool {
        state.withLock { state in
            guard !state.isStopping else { return false }
            state.suspendable[ObjectIdentifier(exchange)] = exchange
            return exchange.suspend(connection)
        }
    }

    /// Records a connection; where it is the last that may be open, another one that waits for a request is closed.
    func open(_ connection: ConnectionHandle) {
        let idle = state.withLock { $0.connections.open(connection.id, connection.socket) }
        // The polling thread, on which this runs, closes it at its next turn.
        if let idle { shutdown(idle, CInt(SHUT_RDWR)) }
    }

    func close(_ connection: ConnectionHandle) {
        state.withLock { $0.connections.close(connection.id) }
    }

    func forget(_ exchange: ServerExchange, on connection: ConnectionHandle) {
        state.withLock { state in
            _ = state.suspendable.removeValue(forKey: ObjectIdentifier(exchange))
            state.connections.endAnswer(on: connection.id)
        }
        exchange.abandon()
    }

    func abandonAll() {
        let exchanges = state.withLock { state in
            state.isStopping = true
            return Array(state.suspendable.values)
        }
        for exchange in exchanges { exchange.abandon() }
    }
}

extension ServerResponse {
    fileprivate static let contentTooLarge = ServerResponse(
        status: 413, contentType: "text/plain; charset=utf-8", text: "The request body is too large.\n")
}
