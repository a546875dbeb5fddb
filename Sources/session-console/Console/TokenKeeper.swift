import FoundationEssentials
import SessionCore

/// Keeps the console's access token fresh: asks the session to refresh it when that is due.
///
/// A token that was declared expired or rejected is left to the next call, which is what one wants to watch then.
enum TokenKeeper {
    /// Runs until the task is cancelled; what fails is told by the session's events and tried again in its own time.
    static func run(_ session: Session) async {
        while !Task.isCancelled {
            let status = await session.status
            if let due = status.refreshDueAt, due <= Date(), !status.isDeclaredExpired {
                try? await session.refreshAccessTokenIfNeeded()
            }
            try? await Task.sleep(for: .seconds(1))
        }
    }
}

extension SessionStatus {
    fileprivate var isDeclaredExpired: Bool {
        if case .at(_, .declared) = accessToken?.expiry { true } else { false }
    }
}
