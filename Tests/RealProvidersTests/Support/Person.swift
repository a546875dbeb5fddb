import FoundationEssentials

/// A visitor who fills in whatever pages a provider shows, until there is nothing left to fill in.
struct Person: Visitor {
    /// What is typed into fields of these names.
    let answers: [String: String]
    /// The button that is pressed where a form has it: the name and value of consent.
    let consent: (name: String, value: String)?

    struct Stuck: Error {
        let url: URL
        let status: Int
        let html: String
    }

    func signIn(at url: URL, with browser: WebBrowser, to redirectURI: URL) async throws -> URL {
        let isClient: @Sendable (URL) -> Bool = { $0.hasSameAddress(as: redirectURI) }
        switch try await fillIn(try await browser.open(url, until: isClient), with: browser, until: isClient) {
        case .redirect(let redirect): return redirect
        case .page(let page): throw Stuck(url: page.url, status: page.status, html: page.html)
        }
    }

    func approve(at url: URL, userCode: String, with browser: WebBrowser) async throws {
        let informed = Person(answers: answers.merging(["user_code": userCode]) { $1 }, consent: ("action", "accept"))
        _ = try await informed.fillIn(try await browser.open(url), with: browser, until: { _ in false })
    }

    private func fillIn(
        _ start: WebBrowser.Arrival, with browser: WebBrowser, until isClient: @Sendable (URL) -> Bool
    ) async throws -> WebBrowser.Arrival {
        var arrival = start
        for _ in 0..<8 {
            guard case .page(let page) = arrival, let (form, button) = next(on: page) else { return arrival }
            arrival = try await browser.submit(form, of: page, pressing: button, until: isClient)
        }
        throw WebBrowser.Lost(reason: "the same pages again and again")
    }

    /// The form to fill in, filled in, and the button to press.
    private func next(on page: WebPage) -> (form: WebForm, button: (name: String, value: String)?)? {
        guard page.status == 200 else { return nil }
        for var form in page.forms {
            var isForMe = false
            for index in form.controls.indices
            where form.controls[index].kind != "hidden" && form.controls[index].kind != "submit" {
                guard let answer = answers[form.controls[index].name] else { continue }
                form.controls[index].value = answer
                isForMe = true
            }
            if let consent, form.controls.contains(where: { $0.name == consent.name && $0.value == consent.value }) {
                return (form, consent)
            }
            if isForMe { return (form, nil) }
        }
        return nil
    }
}
