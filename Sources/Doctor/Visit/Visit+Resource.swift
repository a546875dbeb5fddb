import FoundationEssentials
import SessionCore

extension Visit {
    /// How the resource is asked: as it answered last.
    var resourceProbe: Probe? {
        guard let resource else { return nil }
        let method = steps.first { $0.kind == .resource }?.attempts.last?.method ?? "GET"
        var headers: HTTPHeaders = ["Accept": "application/json, text/event-stream"]
        if method == "POST" { headers["Content-Type"] = "application/json" }
        return Probe(
            method: method, url: resource, headers: headers, body: method == "POST" ? "{}" : nil, purpose: .request)
    }

    /// The resource's answer to a request without a token; `nil` where there is no resource, or no answer.
    mutating func resourceAnswer() async -> HTTPResponse? {
        guard let probe = resourceProbe else { return nil }
        return await ask(probe).response
    }
}
