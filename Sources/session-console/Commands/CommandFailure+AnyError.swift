import ConsoleApp
import SessionCore

extension CommandFailure {
    /// Makes a failure of any error.
    init(describing error: any Error, in situation: Situation = Situation()) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as SessionError: self.init(error, in: situation)
        case let error as DiscoveryFailure: self.init(error)
        case let error as TransportError: self.init(.networkOrServer, error.description.capitalizedSentence)
        case let error as ProfileError: self.init(error)
        case let error as UsageError: self.init(error, command: nil)
        default: self.init(.failed, "\(error)".capitalizedSentence)
        }
    }
}
