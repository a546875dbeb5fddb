import Addresses
import ClientObservation
import FoundationEssentials
import HTTPServer
import SessionCore

extension ObservedRequest {
    /// A request that a server of this program has received; `nil` without the name that the client knows it by.
    ///
    /// Another name of this machine is another origin.
    init?(_ request: ServerRequest, begin: Date) {
        guard let host = request.headers["Host"], request.target.hasPrefix("/"),
            let url = URL(given: "http://\(host)\(request.target)")
        else { return nil }
        self.init(
            method: request.method, url: url, headers: HTTPHeaders(request.headers), body: request.body, begin: begin)
    }
}

extension ObservedOutcome {
    /// Of a body in chunks the content is not known.
    init(_ response: ServerResponse, isInjected: Bool = false) {
        let body: [UInt8]
        switch response.body {
        case .hang, .drop:
            self = .failed
            return
        case .bytes(let bytes): body = bytes
        case .chunks: body = []
        }
        var answer = ObservedAnswer(status: response.status, headers: HTTPHeaders(response.headers), body: body)
        answer.isInjected = isInjected
        self = .answered(answer)
    }
}

extension HTTPHeaders {
    fileprivate init(_ headers: ServerHeaders) {
        self.init(headers.fields.map { Field(name: $0.name, value: $0.value) })
    }
}
