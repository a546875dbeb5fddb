/// The sign-ins that are under way, by what their next request names.
struct SignInsUnderWay: Sendable {
    var interactions = Interactions()
    var pushedRequests = PushedRequests()
    var codes = AuthorizationCodes()
    var devices = DeviceAuthorizations()
}
