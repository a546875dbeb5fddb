package import ClientObservation

/// A fault that is to strike once, at the message of that number, counted from 1, of those that it can strike.
package struct PlannedFault: Sendable {
    package let fault: ClientFault
    package let number: Int

    package init(_ fault: ClientFault, at number: Int) { (self.fault, self.number) = (fault, number) }
}
