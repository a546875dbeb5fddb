import DemoProvider
import JOSE
import SessionCore
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct DeviceTests {
    private struct Device {
        let deviceCode: String
        let userCode: String
        let json: JSONObject

        init(_ visitor: Visitor) async throws {
            let answer = try await visitor.post(
                .deviceAuthorization, ["client_id": visitor.provider.clientID, "scope": "openid profile"])
            json = try answer.json
            deviceCode = try #require(json["device_code"]?.string)
            userCode = try #require(json["user_code"]?.string)
        }

        func poll(_ visitor: Visitor) async throws -> Answer {
            try await visitor.token([
                "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": deviceCode,
            ])
        }
    }

    private func withImpatientProvider(visit: (Visitor) async throws -> Void) async throws {
        try await withProvider({ $0.deviceCodeInterval = .zero }, visit: visit)
    }

    @Test func `the answer has all that a device shows`() async throws {
        try await withProvider { visitor in
            let device = try await Device(visitor)
            #expect(device.userCode.wholeMatch(of: /[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}/) != nil)
            let page = visitor.url(.device)
            #expect(device.json["verification_uri"]?.string == page)
            #expect(device.json["verification_uri_complete"]?.string == "\(page)?user_code=\(device.userCode)")
            #expect(device.json["expires_in"]?.int == 300)
            #expect(device.json["interval"]?.int == 5)
        }
    }

    @Test func `a person approves on the page and the device is signed in`() async throws {
        try await withImpatientProvider { visitor in
            let device = try await Device(visitor)
            #expect(try await device.poll(visitor).error == "authorization_pending")
            let page = try await visitor.get(visitor.url(.device) + "?user_code=" + device.userCode.lowercased())
            #expect(page.text.contains("Session Console</strong> asks for: openid profile"))
            let decided = try await visitor.post(
                .device,
                [
                    "user_code": page.hiddenField("user_code"), "username": "bob", "password": "builder",
                    "action": "approve",
                ])
            #expect(decided.text.contains("Device connected"))
            let tokens = try Visitor.Tokens(try await device.poll(visitor))
            #expect(try JWT.parse(try #require(tokens.id)).claims.subject == "248289761002")
            #expect(try await device.poll(visitor).error == "invalid_grant")
        }
    }

    @Test func `a person denies on the page`() async throws {
        try await withImpatientProvider { visitor in
            let device = try await Device(visitor)
            let decided = try await visitor.post(
                .device,
                ["user_code": device.userCode, "username": "bob", "password": "builder", "action": "deny"])
            #expect(decided.text.contains("Access denied"))
            #expect(try await device.poll(visitor).error == "access_denied")
        }
    }

    @Test func `a wrong password decides nothing`() async throws {
        try await withImpatientProvider { visitor in
            let device = try await Device(visitor)
            let again = try await visitor.post(
                .device,
                ["user_code": device.userCode, "username": "bob", "password": "wonderland", "action": "approve"])
            #expect(again.status == 403)
            #expect(again.text.contains("The username or the password is wrong"))
            #expect(try await device.poll(visitor).error == "authorization_pending")
        }
    }

    @Test func `a code that nobody waits for is asked for again`() async throws {
        try await withProvider { visitor in
            for code in ["BBBB-BBBB", "x", "%3Cscript%3E"] {
                let page = try await visitor.get(visitor.url(.device) + "?user_code=" + code)
                #expect(page.status == 400)
                #expect(page.text.contains("No device waits with this code"))
                #expect(!page.text.contains("<script"))
            }
            #expect(try await visitor.get(visitor.url(.device)).status == 200)
        }
    }

    @Test func `a device that polls too fast is told to slow down, by five seconds more each time`() async throws {
        let patience: (inout DemoProvider.Configuration) -> Void = {
            ($0.deviceCodeInterval, $0.deviceCodeLifetime) = (.seconds(300), .seconds(3600))
        }
        try await withProvider(patience) { visitor in
            let device = try await Device(visitor)
            #expect(try await device.poll(visitor).error == "authorization_pending")
            #expect(try await device.poll(visitor).error == "slow_down")
            await visitor.provider.setClockOffset(.seconds(150))
            #expect(try await device.poll(visitor).error == "slow_down")
            await visitor.provider.setClockOffset(.seconds(150 + 320))
            #expect(try await device.poll(visitor).error == "authorization_pending")
        }
    }

    @Test func `a device that was told to slow down must wait longer than before`() async throws {
        try await withProvider({ $0.deviceCodeLifetime = .seconds(3600) }) { visitor in
            let device = try await Device(visitor)
            #expect(try await device.poll(visitor).error == "authorization_pending")
            #expect(try await device.poll(visitor).error == "slow_down")
            await visitor.provider.setClockOffset(.seconds(9))
            #expect(try await device.poll(visitor).error == "slow_down", "5 s would have been enough before")
            await visitor.provider.setClockOffset(.seconds(9 + 15))
            #expect(try await device.poll(visitor).error == "authorization_pending")
        }
    }

    @Test func `a provider that slows devices down answers the first poll so, however late it comes`() async throws {
        try await withProvider({ $0.slowsDownDevices = true }) { visitor in
            let device = try await Device(visitor)
            await visitor.provider.setClockOffset(.seconds(20))
            #expect(try await device.poll(visitor).error == "slow_down")
            await visitor.provider.setClockOffset(.seconds(20 + 11))
            #expect(try await device.poll(visitor).error == "authorization_pending")
        }
    }

    @Test func `a device code expires`() async throws {
        try await withProvider { visitor in
            let device = try await Device(visitor)
            await visitor.provider.setClockOffset(.seconds(301))
            #expect(try await device.poll(visitor).error == "expired_token")
            #expect(try await visitor.get(visitor.url(.device) + "?user_code=" + device.userCode).status == 400)
        }
    }

    @Test func `a device code is its client's own`() async throws {
        try await withImpatientProvider { visitor in
            let device = try await Device(visitor)
            let refused = try await visitor.post(
                .token,
                [
                    "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": device.deviceCode,
                ], basic: (visitor.provider.confidentialClientID, visitor.provider.clientSecret))
            #expect(refused.error == "invalid_grant")
        }
    }

    @Test func `the switches decide as the page does`() async throws {
        try await withImpatientProvider { visitor in
            let (approved, denied) = (try await Device(visitor), try await Device(visitor))
            try await visitor.provider.approveDevice(userCode: approved.userCode, username: "alice")
            #expect(try await approved.poll(visitor).status == 200)
            #expect(
                try await visitor.switchOn("deny-device", "{\"user_code\":\"\(denied.userCode)\"}").status == 200)
            #expect(try await denied.poll(visitor).error == "access_denied")
            await #expect(throws: DemoProviderError.unknownUserCode("BBBB-BBBB")) {
                try await visitor.provider.approveDevice(userCode: "BBBB-BBBB", username: "alice")
            }
        }
    }
}
