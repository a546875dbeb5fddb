package import SessionCore

/// Finds out how a provider behaves, with sessions of its own; a stored one is never touched.
///
/// A rate limit ends it: what was not tried stays unknown.
package struct BehaviourExamination: Sendable {
    private let provider: ProviderChannel
    private let resource: ResourceQuestion?
    private let makeFlow: @Sendable () throws -> any SignInFlow

    /// Creates an examination that makes a flow whenever it needs a session, at most ten times.
    package init(
        _ provider: ProviderChannel, resource: ResourceQuestion?,
        makeFlow: @escaping @Sendable () throws -> any SignInFlow
    ) {
        self.provider = provider
        self.resource = resource
        self.makeFlow = makeFlow
    }

    /// Does all experiments in their order, and reports each finding as it comes.
    ///
    /// `mayTry` is asked before each one, and says whether it may be done. Where a session could not be had, the rest
    /// is not looked at, and `failure` is why.
    package func examine(
        mayTry: (Experiment) async -> Bool, reporting report: (Finding) -> Void = { _ in }
    ) async -> (findings: [Finding], failure: SessionError?) {
        var ward = Ward(provider: provider, resource: resource, makeFlow: makeFlow)
        var findings: [Finding] = []
        var halt: Halt?
        for experiment in Experiment.all {
            let sight: Sight?
            if halt != nil {
                sight = .unknown("not looked at")
            } else if await !mayTry(experiment) {
                sight = .unknown("not tried: it was declined")
            } else {
                do throws(Halt) {
                    sight = try await experiment.look(&ward)
                } catch {
                    halt = error
                    sight = .unknown("\(error)")
                }
            }
            guard let sight else { continue }
            let finding = experiment.finding(sight)
            findings.append(finding)
            report(finding)
        }
        await ward.end()
        if case .noSession(let error) = halt { return (findings, error) }
        return (findings, nil)
    }
}
