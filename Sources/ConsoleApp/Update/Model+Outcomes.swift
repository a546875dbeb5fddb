import FoundationEssentials

extension Model {
    /// What became of faults, reveals, copies and tools.
    mutating func takeOutcome(_ message: Message) {
        switch message {
        case .faultsChanged(let armed): armedFaults = armed
        case .faultFailed(let fault, let reason):
            notice = Notice(.bad, "The fault \(fault.rawValue) could not be injected: \(reason)", advice: nil)
        case .tokenRevealed(let kind, let secret):
            revealed = RevealedToken(
                kind: kind, secret: secret, until: now.addingTimeInterval(RevealedToken.duration))
        case .tokenUnavailable(let kind, let reason):
            notice = Notice(.bad, "The \(kind.title) can't be shown: \(reason)")
        case .copied(let name, .sentToTerminal):
            notice = Notice(.good, "Sent \(name) to the terminal's clipboard", advice: "if yours accepts OSC 52")
        case .copied(let name, .refused(let reason)):
            notice = Notice(.bad, "\(name) was not copied: \(reason)", advice: "v shows it in the pager instead")
        case .edited(.request, .success(let text)):
            if let flaw = request.read(text) {
                notice = Notice(.bad, "Not taken over: \(flaw)", advice: "e opens it again")
            }
        case .edited(.request, .failure(let failure)):
            notice = Notice(
                .bad, "The editor did not work: \(failure.reason)", advice: "set EDITOR to one that is there")
        case .viewFailed(let failure):
            notice = Notice(.bad, "The pager did not work: \(failure.reason)", advice: "set PAGER to one that is there")
        default: break
        }
    }
}
