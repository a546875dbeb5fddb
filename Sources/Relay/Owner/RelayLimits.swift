/// How much a relay bears, and how long it waits.
package struct RelayLimits: Sendable {
    /// Connections at once; more are answered 503.
    package var connections = 256
    /// Whether the connection that is longest without a request is closed for one that is too many.
    package var makesRoom = false
    package var headSize = 64 << 10
    /// Until the first byte of a request, on a new connection or a kept one.
    package var idleTime = Duration.seconds(120)
    /// From the first byte of a head to its last.
    package var headTime = Duration.seconds(10)
    /// How long neither side may send anything; event streams are seldom quieter.
    package var silence = Duration.seconds(600)
    /// How long what a caller still sends is thrown away after an answer that didn't wait for it.
    package var drainTime = Duration.seconds(1)
    /// The largest body that is kept for sending it once more.
    package var heldBody = 8 << 20

    /// Users who are served besides that of this process; a socket in the file system is open to all then, and each is
    /// asked for.
    package var otherUsers: Set<UInt32> = []

    package init() {}
}
