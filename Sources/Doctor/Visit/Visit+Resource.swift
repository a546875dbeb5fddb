import FoundationEssentials
import SessionCore

extension Visit {
    /// The question to the resource whose answer decided what it wants; a GET where none was answered.
    var question: ResourceQuestion? {
        guard let resource else { return nil }
        return steps.first { $0.kind == .resource }?.decisive?.question ?? .page(at: resource)
    }

    /// How the resource is asked: as it answered.
    var resourceProbe: Probe? { question.map { Probe($0) } }

    /// The resource's answer to a request without a token; `nil` where there is no resource, or no answer.
    mutating func resourceAnswer() async -> HTTPResponse? {
        guard let probe = resourceProbe else { return nil }
        return await ask(probe).response
    }

    /// Where the resource's challenge says that its metadata are.
    mutating func namedMetadata() async -> String? {
        await resourceAnswer().flatMap { AuthenticationChallenge.token(in: $0.headers)?.resourceMetadata }
    }
}
