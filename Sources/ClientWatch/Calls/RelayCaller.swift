import Relay

/// The caller as the relay knows it: `ClientObservation` has a type of the same name, and `Relay.Caller` would be looked
/// for inside of the class `Relay`.
typealias RelayCaller = Caller
