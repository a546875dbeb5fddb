package import CurlTransport

extension CurlTransport {
    /// A transport for tests that are about something else than time-outs: it gives up on a real hang only.
    package static func patient(_ change: (inout Configuration) -> Void = { _ in }) -> CurlTransport {
        var configuration = Configuration.patient
        change(&configuration)
        return CurlTransport(configuration)
    }
}

extension CurlTransport.Configuration {
    package static var patient: Self { Self(connectTimeout: patience, timeout: patience) }
}
