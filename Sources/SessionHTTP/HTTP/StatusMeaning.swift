/// What the status of an answer says about the request.
package enum StatusMeaning: Sendable, Hashable {
    /// 1xx and 2xx.
    case success
    /// 3xx.
    case redirect
    /// 4xx other than 408 and 429: the same request will be refused again.
    case refusal
    /// 408, 429 and 5xx say nothing about the request, whatever the body says: it may succeed later.
    case temporary

    package init(_ status: Int) {
        self =
            switch status {
            case ..<300: .success
            case ..<400: .redirect
            case 408, 429, 500...: .temporary
            default: .refusal
            }
    }
}
