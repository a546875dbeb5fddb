import SessionCore
import TestSupport
import Testing

extension RealProviders {
    @Suite struct DeviceCodes {
        @Test(arguments: KnownProvider.withDevices)
        func `a person signs in on another device`(provider: KnownProvider) async throws {
            let visit = try await Visit(provider) { $0.clientID = "console-device" }
            try await visit.signInOnAnotherDevice()
            #expect(await visit.session.state == .authenticated(.signedIn(flow: "device")))
            #expect(try await visit.callAPI().response.status == 200)
        }
    }
}
