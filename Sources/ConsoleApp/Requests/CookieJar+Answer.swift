package import FoundationEssentials
package import RequestFiles
package import SessionCore

extension CookieJar {
    /// Takes the cookies of an answer, and before them those of the redirects that led to it.
    package mutating func take(_ answer: AuthorizedResponse, at now: Date) {
        for response in answer.earlierAnswers + [answer.response] {
            take(response.headers.values(of: "Set-Cookie"), from: response.url, at: now)
        }
    }
}
