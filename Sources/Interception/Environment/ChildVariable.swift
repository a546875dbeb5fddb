/// A variable that leads a program to the proxy of a run, or makes it trust the run's root.
package struct ChildVariable: Sendable, Hashable {
    /// What the variable is set to.
    enum Setting: Sendable, Hashable {
        /// The proxy's URL.
        case proxy
        /// The hosts that are reached without the proxy: as before, without those that are watched.
        case bypass
        /// A file with the roots that it named before, or else another variable, or else the system's, and the run's
        /// root.
        case roots(orThoseOf: String? = nil)
        /// A file of roots that are added to those the program has: the run's, and what it named before.
        case addedRoots
        /// Node's options, with the hook loaded first.
        case nodeOptions
        case on
        /// Java's options, with the proxy and the roots.
        case javaOptions
        /// The user's settings of wget, with the roots.
        case wgetSettings
        /// The folders of PHP's settings, and one that names the roots.
        case phpSettings
        /// A command that tells of a link, and hands it on to the user's own browser.
        case browser
        /// The folders of commands, behind one with the commands that open links.
        case commands
    }

    package let name: String
    /// What it is for, as a phrase.
    package let purpose: String
    /// The programs and libraries that read it.
    package let readers: String
    let setting: Setting

    private init(_ name: String, _ setting: Setting, _ purpose: String, readBy readers: String) {
        (self.name, self.setting, self.purpose, self.readers) = (name, setting, purpose, readers)
    }

    /// The variable that has other folders before and behind what a watch sets.
    package static let commands = "PATH"

    /// Every variable that is set for a program.
    package static let all = [
        Self("http_proxy", .proxy, "proxy for http", readBy: "curl, git, wget, aria2, Python, Rust, Swift, oidc-agent"),
        Self("HTTP_PROXY", .proxy, "proxy for http", readBy: "Python, Go, Rust"),
        Self("https_proxy", .proxy, "proxy for https", readBy: "curl, git, wget, aria2, Python, Go, Rust, Swift"),
        Self("HTTPS_PROXY", .proxy, "proxy for https", readBy: "curl, git, Python, Go, Rust"),
        Self("all_proxy", .proxy, "proxy for all else", readBy: "curl, git, aria2, Python, Rust"),
        Self("ALL_PROXY", .proxy, "proxy for all else", readBy: "curl, git, Python, Rust"),
        Self(
            "no_proxy", .bypass, "hosts without proxy",
            readBy: "curl, git, wget, aria2, Python, Go, Rust, Swift, Node 24"),
        Self("NO_PROXY", .bypass, "hosts without proxy", readBy: "curl, git, Python, Go, Rust, Node 24"),
        Self(
            "SSL_CERT_FILE", .roots(), "trusted roots",
            readBy: "curl, OpenSSL, urllib, httpx, aiohttp, Go, Rust, Ruby, Perl, .NET"),
        Self("CURL_CA_BUNDLE", .roots(), "trusted roots", readBy: "curl, requests"),
        Self("REQUESTS_CA_BUNDLE", .roots(orThoseOf: "CURL_CA_BUNDLE"), "trusted roots", readBy: "requests"),
        Self("GIT_SSL_CAINFO", .roots(), "trusted roots", readBy: "git"),
        Self("NODE_EXTRA_CA_CERTS", .addedRoots, "roots trusted in addition", readBy: "Node"),
        Self("NODE_OPTIONS", .nodeOptions, "hook for http, https and fetch", readBy: "Node"),
        Self(NodeHook.proxyVariable, .proxy, "proxy of the hook", readBy: "the hook in Node"),
        Self("NODE_USE_ENV_PROXY", .on, "use of the proxy variables", readBy: "Node from 22.21 and 24.5 on"),
        Self("JAVA_TOOL_OPTIONS", .javaOptions, "proxy and trusted roots", readBy: "Java"),
        Self("WGETRC", .wgetSettings, "trusted roots", readBy: "wget"),
        Self("PERL_LWP_ENV_PROXY", .on, "use of the proxy variables", readBy: "Perl's LWP"),
        Self("PERL_LWP_SSL_CA_FILE", .roots(), "trusted roots", readBy: "Perl's LWP"),
        Self("PHP_INI_SCAN_DIR", .phpSettings, "trusted roots", readBy: "PHP"),
        Self("DENO_CERT", .roots(), "trusted roots", readBy: "Deno"),
        Self("AWS_CA_BUNDLE", .roots(), "trusted roots", readBy: "AWS CLI, boto3"),
        Self("PIP_CERT", .roots(), "trusted roots", readBy: "pip"),
        Self("CARGO_HTTP_CAINFO", .roots(), "trusted roots", readBy: "cargo"),
        Self("BROWSER", .browser, "links that are opened", readBy: "Python, xdg-open, sensible-browser"),
        Self(commands, .commands, "links that are opened", readBy: "all that start a browser by name"),
    ]
}
