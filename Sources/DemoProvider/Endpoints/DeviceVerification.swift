import HTTPServer
import JOSE

extension DemoProvider {
    /// The verification page (RFC 8628 §3.3): asks for the user code, and with one for the decision.
    func showDevicePage(_ request: ServerRequest) -> ServerResponse {
        guard let typed = request.query["user_code"] else { return UserCodePage(typed: nil).response }
        return devicePage(typed: typed, username: nil, isWrong: false)
    }

    /// The decision's form: `user_code`, `username`, `password`, and `action`, which is `approve` or `deny`.
    ///
    /// It needs no hidden id: each post contains the password, which another site doesn't know.
    func decideDevice(_ request: ServerRequest) throws -> ServerResponse {
        let form = try form(of: request)
        let typed = form["user_code"] ?? ""
        guard let code = UserCode(typed: typed), signIns.devices.pending(code, at: clock.now) != nil else {
            return UserCodePage(typed: typed).response
        }
        guard let user = user(username: form["username"], password: form["password"]) else {
            return devicePage(typed: typed, username: form["username"], isWrong: true)
        }
        let isDenied = form["action"] == "deny"
        _ = signIns.devices.decide(code, isDenied ? .denied : .approved(user, at: clock.now), at: clock.now)
        return DeviceDecisionPage(isDenied: isDenied).response
    }

    private func devicePage(typed: String, username: String?, isWrong: Bool) -> ServerResponse {
        guard let code = UserCode(typed: typed), let record = signIns.devices.pending(code, at: clock.now),
            let client = client(id: record.clientID)
        else { return UserCodePage(typed: typed).response }
        return DevicePage(
            clientName: client.name, scope: record.scope, userCode: code, username: username, isWrong: isWrong
        ).response
    }
}
