import HTTPServer

/// Asks for the code that a device shows.
struct UserCodePage: Sendable {
    /// The wrong code that was typed; `nil` at first.
    let typed: String?

    var response: ServerResponse {
        Page(status: typed == nil ? 200 : 400, title: "Connect a device", content: content).response
    }

    private var content: Markup {
        let error: Markup =
            typed == nil
            ? ""
            : """
            <p class="error" role="alert">No device waits with this code. Check the code, or get a new one on the \
            device.</p>
            """
        return """
            <p>Enter the code that your device shows.</p>
            \(error)
            <form method="get" action="\(DemoProvider.Endpoint.device.path)">
            <label>Code
            <input name="user_code" value="\(typed ?? "")" placeholder="WDJB-MJHT" autocomplete="off" required \
            autofocus>
            </label>
            <div class="actions"><button class="main" type="submit">Continue</button></div>
            </form>
            """
    }
}

/// Asks for the decision about a device, made by signing in.
struct DevicePage: Sendable {
    let clientName: String
    let scope: Scope
    let userCode: UserCode
    let username: String?
    let isWrong: Bool

    var response: ServerResponse {
        Page(status: isWrong ? 403 : 200, title: "Connect a device", content: content).response
    }

    private var content: Markup {
        """
        <p><strong>\(clientName)</strong> asks for: \(scope.text)</p>
        <p>Continue only if your device shows this code:</p>
        <p class="code">\(userCode.text)</p>
        \(CredentialFields.error(isWrong: isWrong))
        <form method="post" action="\(DemoProvider.Endpoint.device.path)">
        <input type="hidden" name="user_code" value="\(userCode.text)">
        \(CredentialFields.fields(username: username))
        <div class="actions">
        <button class="main" type="submit" name="action" value="approve">Approve</button>
        <button type="submit" name="action" value="deny">Deny</button>
        </div>
        </form>
        """
    }
}

/// Confirms the decision about the device.
struct DeviceDecisionPage: Sendable {
    let isDenied: Bool

    var response: ServerResponse {
        let content: Markup =
            isDenied
            ? "<p>The device was denied access. You may close this page.</p>"
            : "<p>Your device will be signed in within seconds. You may close this page.</p>"
        return Page(title: isDenied ? "Access denied" : "Device connected", content: content).response
    }
}
