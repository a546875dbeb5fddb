import FoundationEssentials
import HTTPServer
import JOSE

extension DemoProvider {
    /// The device authorization endpoint (RFC 8628 §3.1).
    func authorizeDevice(_ request: ServerRequest) throws -> ServerResponse {
        let form = try form(of: request)
        let client = try client(of: request, form: form).client
        guard client.grantTypes.contains(.deviceCode) else { throw ErrorAnswer.unregisteredGrant(.deviceCode) }
        let (deviceCode, userCode) = (try RandomText.token(), try UserCode.random())
        signIns.devices.add(
            deviceCode,
            DeviceAuthorizations.Entry(
                userCode: userCode, clientID: client.id, scope: client.scope(requested: form["scope"]),
                audience: try audience(of: form), expiresAt: clock.now + configuration.deviceCodeLifetime.seconds,
                interval: configuration.deviceCodeInterval.seconds,
                slowsDownFirstPoll: configuration.slowsDownDevices))
        let page = issuer + Endpoint.device.path
        var response = ServerResponse.json([
            "device_code": .string(deviceCode),
            "user_code": .string(userCode.text),
            "verification_uri": .string(page),
            "verification_uri_complete": .string("\(page)?user_code=\(userCode.text)"),
            "expires_in": .number(JSONNumber(configuration.deviceCodeLifetime.wholeSeconds)),
            "interval": .number(JSONNumber(configuration.deviceCodeInterval.wholeSeconds)),
        ])
        response.headers["Cache-Control"] = "no-store"
        return response
    }

    /// A device's poll at the token endpoint (RFC 8628 §3.4 and §3.5).
    func grantDeviceCode(_ form: FormItems, _ client: AuthenticatedClient) throws -> JSONObject {
        switch signIns.devices.poll(try form.required("device_code"), clientID: client.id, at: clock.now) {
        case .approved(let record, let user, let time):
            let session = ProviderSession(
                id: try RandomText.id(), user: user, clientID: client.id, audience: record.audience,
                authenticatedAt: time, contextClass: nil, nonce: nil)
            return try beginSession(
                session, for: client, scope: record.scope,
                audience: audience(of: form, grantedBefore: record.audience))
        case .pending: throw ErrorAnswer(.authorizationPending, "the user has not decided yet")
        case .slowDown: throw ErrorAnswer(.slowDown, "wait 5 s longer between two polls")
        case .expired: throw ErrorAnswer(.expiredToken, "the device code expired")
        case .denied: throw ErrorAnswer(.accessDenied, "the user denied the request")
        case .unknown: throw ErrorAnswer(.invalidGrant, "the device code is unknown")
        }
    }
}
