import Relay

typealias RelayCaller = Caller
