import CurlTransport
package import Interception
package import SessionHTTP

/// What a relay's dialler verifies servers by: roots that are read once, and not for each connection.
extension UpstreamTrust: SharedTrust {
    package func apply(to context: OpaquePointer, for origin: Origin) -> Bool { apply(to: context, for: "\(origin)") }
}
