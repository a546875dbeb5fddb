package import SessionCore

/// A change of the demo's provider that the events tell, and that is none of the lab's faults.
package enum ProviderChange: Sendable, Hashable {
    /// How long the tokens live that are issued from now on.
    case accessTokenLifetime(Duration)
    case refreshTokenLifetime(Duration)
    /// How far the provider's clock is ahead of this machine's now.
    case clock(Duration)

    /// The stable names, as events and exports have them.
    enum Name: String {
        case lifetimes = "provider-lifetimes-changed"
        case clock = "provider-clock-moved"
    }

    package var injected: InjectedFault {
        switch self {
        case .accessTokenLifetime(let time): Self.lifetime(of: "access", time)
        case .refreshTokenLifetime(let time): Self.lifetime(of: "refresh", time)
        case .clock(.zero):
            InjectedFault(
                name: Name.clock.rawValue, step: .disarmed, text: "the provider's clock was corrected")
        case .clock(let offset):
            InjectedFault(
                name: Name.clock.rawValue, step: .struck,
                text: "the provider's clock was moved to "
                    + (offset < .zero ? "\((.zero - offset).inWords) behind" : "\(offset.inWords) ahead"))
        }
    }

    private static func lifetime(of kind: String, _ time: Duration) -> InjectedFault {
        let words = DurationText.lifetime(seconds: Int(time.components.seconds))
        return InjectedFault(
            name: Name.lifetimes.rawValue, step: .struck,
            text: "the provider's \(kind) tokens live \(words) from now on")
    }
}
