import TerminalUI

/// Lets something that happened change the model, and says what is to be done about it.
///
/// Nothing else changes a model.
package func update(_ model: inout Model, _ message: Message) -> [Effect] {
    let effects = model.take(message)
    model.layOut()
    return effects
}

extension Model {
    mutating func take(_ message: Message) -> [Effect] {
        switch message {
        case .keyPressed(let key): return press(key)
        case .resized(let size): self.size = size
        case .terminalResumed:
            if departure == .stop { endDelay() }
            return [.redraw]
        case .departureDelayed(let departure, let work, let limit): delay(departure, work, limit)
        case .ticked(let now, let secondsFromUTC):
            self.now = now
            self.secondsFromUTC = secondsFromUTC
            if let revealed, now >= revealed.until { self.revealed = nil }
        case .contextChanged(let context): self.context = context
        case .statusChanged, .eventHappened, .refreshEnded, .userInfoEnded, .signOutEnded:
            takeSession(message)
        case .signInOffersCame(let offers): signInOffers = offers
        case .devicePromptShown, .authorizationURLReady, .redirectRefused, .signInEnded:
            takeSignIn(message)
        case .responseArrived(let call, let result): return end(call, with: result)
        case .bodyPrepared(let call, let body): response.show(body, of: call)
        case .faultsChanged, .faultFailed, .tokenRevealed, .tokenUnavailable, .copied, .edited, .viewFailed:
            takeOutcome(message)
        }
        return []
    }

    /// Tells the lists how much room they have now.
    mutating func layOut() {
        let layout = ScreenLayout(self, size: size)
        let height = { (panel: Panel) in layout.inside(of: panel)?.height ?? 1 }
        userInfo.layOut(height: height(.userInfo))
        events.layOut(height: height(.events))
        response.layOut(height: height(.response) - ResponsePanel.headHeight(self))
        overlay?.layOut(in: size)
    }
}
