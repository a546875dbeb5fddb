import ConsoleKit
import SessionCore

extension ExchangeDetails {
    /// Shows a request of any client to the demo's provider.
    init(_ request: ProviderState.Request, in scene: Scene) {
        let facts = [
            ("Request", "\(request.method) \(request.path)"), ("Grant", request.grantType),
            ("Client", request.clientID ?? "no client_id"), ("Received", scene.time.moment(request.time)),
            ("Answer", request.answer ?? "not yet"), ("Refused", request.flaw),
            ("Injected", request.faultWords),
        ]
        self.init(
            "Client request \(request.id) · \(request.method) \(request.path)",
            [facts.compactMap { name, value in value.map { FactLine(name, $0) } }])
    }
}
