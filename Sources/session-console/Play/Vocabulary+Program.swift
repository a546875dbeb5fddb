import ClientObservation
import ConsoleApp
import ConsoleFaults
import DemoProvider
import Scenarios

extension Vocabulary {
    /// The words of the program: those of the console, and those of chapters.
    static let program: Vocabulary = {
        var words = Vocabulary.console
        words.faults += LabFault.allCases.map(\.rawValue).filter { !words.faults.contains($0) }
        words.flaws = [
            .grants: GrantFlaw.allCases.map(\.rawValue), .chain: ChainFlaw.allCases.map(\.rawValue),
            .idTokens: IDTokenFlaw.allCases.map(\.rawValue), .resource: ResourceFlaw.allCases.map(\.rawValue),
        ]
        words.rules = FindingRule.all.map(\.name)
        words.endpoints = DemoProvider.Endpoint.allCases.map(\.rawValue)
        return words
    }()
}
