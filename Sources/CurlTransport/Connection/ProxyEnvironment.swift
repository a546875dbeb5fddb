import FoundationEssentials

/// Whether the environment names a proxy, in the variables libcurl reads.
enum ProxyEnvironment {
    static let isSet: Bool = {
        let environment = ProcessInfo.processInfo.environment
        return ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].contains {
            environment[$0] != nil
        }
    }()
}
