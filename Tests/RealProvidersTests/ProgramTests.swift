import FoundationEssentials
import SessionCore
import TestSupport
import Testing

extension RealProviders {
    /// The real program as a person or a script runs it.
    @Suite struct Program {
        @Test(arguments: [KnownProvider.djangoRotating, .djangoSteady])
        func `a person signs in through a browser, and scripts use the session`(provider: KnownProvider) async throws {
            let fleet = try ProviderFleet.current
            let place = try fleet.place(of: provider)
            var program = try ProgramUnderTest()
            defer { program.remove() }
            let link = program.home + "/link"
            let options = [
                "--issuer", place.issuer, "--client-id", "console", "--scope", "openid profile", "--api", place.api,
                "--ca-file", fleet.certificateAuthorityFile,
            ]
            try await program.makeScript(
                "browser", "#!/bin/sh\nprintf %s \"$1\" >\(link).part && mv \(link).part \(link)\n")
            program.environment["BROWSER"] = program.home + "/browser"
            let environment = program.environment
            let login = try await blocking {
                try Subprocess(
                    ProgramUnderTest.path, ["login", "--flow", "code"] + options, environment: environment)
            }
            let url = try #require(URL(string: try await contents(of: link)))
            let query = FormParameters(decoding: url.query(percentEncoded: true) ?? "")
            let redirectURI = try #require(query["redirect_uri"].flatMap { URL(string: $0) })
            let browser = WebBrowser(certificateAuthorityFile: fleet.certificateAuthorityFile)
            let redirect = try await provider.person.signIn(at: url, with: browser, to: redirectURI)
            guard case .page(let page) = try await browser.open(redirect) else { return }
            #expect(page.html.contains("You are signed in"))
            let signedIn = try await blocking { try login.finish() }
            #expect(signedIn.status == 0, "\(signedIn.errorText)")

            let token = try await program.run(arguments: ["token"] + options)
            #expect(token.status == 0 && token.lines.count == 1, "\(token.errorText)")
            let orders = try await program.run(arguments: ["request"] + options + [place.api + "/orders"])
            #expect(orders.status == 0 && orders.text.contains("orders"), "\(orders.errorText)")
            let refresh = try await program.run(arguments: ["refresh"] + options)
            #expect(refresh.status == 0, "\(refresh.errorText)")
            let info = try await program.run(arguments: ["userinfo", "--json"] + options)
            #expect(info.status == 0 && info.text.contains("\"sub\""), "\(info.errorText)")
            let logout = try await program.run(arguments: ["logout"] + options)
            #expect(logout.status == 0, "\(logout.errorText)")
            #expect(try await program.run(arguments: ["token"] + options).status == 3)
        }

        private func contents(of path: String) async throws -> String {
            let deadline = ContinuousClock.now + .seconds(60)
            while ContinuousClock.now < deadline {
                if let data = try? Data(contentsOf: URL(filePath: path)) {
                    return String(decoding: data, as: UTF8.self)
                }
                await Task.yield()
            }
            throw WebBrowser.Lost(reason: "the program opened no browser")
        }
    }
}
