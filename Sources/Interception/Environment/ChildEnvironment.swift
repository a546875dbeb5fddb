/// The environment of a program whose connections to watched hosts are opened.
package enum ChildEnvironment {
    /// The variables of `base`, changed as ``ChildVariable/all`` says.
    ///
    /// A variable without a value after the change is absent: where nothing goes without the proxy, `NO_PROXY` is.
    package static func variables(
        from base: [String: String], proxy: ProxyAddress, hosts: WatchList, files: RunFiles
    ) -> [String: String] {
        var result = base
        for variable in ChildVariable.all {
            let before = base[variable.name].flatMap { $0.isEmpty ? nil : $0 }
            result[variable.name] =
                switch variable.setting {
                case .proxy: proxy.url
                case .bypass: before.flatMap { ProxyBypass($0).without(hosts).text }
                case .roots(let other):
                    files.roots[variable.name] ?? other.flatMap { files.roots[$0] } ?? files.systemRoots
                case .addedRoots: files.addedRoots
                case .nodeOptions: joined(before, "--require=\(quoted(files.hook))")
                case .on: "1"
                case .javaOptions: joined(before, javaOptions(base, proxy, hosts, files))
                case .wgetSettings: files.wgetSettings
                // Before the colon, nothing stands for the folder that PHP was built with.
                case .phpSettings: "\(before ?? ""):\(files.phpSettings)"
                case .browser: files.links?.browser ?? base[variable.name]
                case .commands: before.flatMap { files.links?.path(before: $0) } ?? base[variable.name]
                }
        }
        return result
    }

    /// `JAVA_TOOL_OPTIONS` reads the last of two options with one name, and splits at spaces outside of quotes.
    private static func javaOptions(
        _ base: [String: String], _ proxy: ProxyAddress, _ hosts: WatchList, _ files: RunFiles
    ) -> String {
        let exceptions = (base["no_proxy"] ?? base["NO_PROXY"]).map { ProxyBypass($0).without(hosts).javaText } ?? ""
        // Java adds loopback to every value but the empty one, which has no exceptions at all.
        let bypass = hosts.isOfAll || hosts.hosts.contains(where: \.isLoopback) ? "" : exceptions
        return [
            "-Dhttp.proxyHost=\(proxy.host)", "-Dhttp.proxyPort=\(proxy.port)", "-Dhttps.proxyHost=\(proxy.host)",
            "-Dhttps.proxyPort=\(proxy.port)",
            // Unset, it stands for loopback. It holds for https, too.
            "-Dhttp.nonProxyHosts=\(bypass)",
            "-Djavax.net.ssl.trustStore=\(quoted(files.trustStore))", "-Djavax.net.ssl.trustStoreType=JKS",
        ].joined(separator: " ")
    }

    private static func joined(_ before: String?, _ added: String) -> String {
        before.map { "\($0) \(added)" } ?? added
    }

    private static func quoted(_ path: String) -> String {
        path.contains(" ") ? "\"\(path)\"" : path
    }
}

/// Where the proxy of a run listens: on loopback.
package struct ProxyAddress: Sendable, Hashable {
    package let host = "127.0.0.1"
    package let port: UInt16

    package init(port: UInt16) { self.port = port }

    package var url: String { "http://\(host):\(port)" }
}

/// The files of a run, by their paths, as the variables of a program name them.
package struct RunFiles: Sendable, Hashable {
    /// The system's roots and the run's.
    package var systemRoots: String
    /// The variables that named roots of their own, each with those and the run's.
    package var roots: [String: String] = [:]
    /// The run's root, and what `NODE_EXTRA_CA_CERTS` named before.
    package var addedRoots: String
    package var trustStore: String
    package var hook: String
    package var wgetSettings: String
    /// A folder.
    package var phpSettings: String
    /// The commands that tell of links; `nil` where nobody is told.
    package var links: LinkCommands?

    package init(
        systemRoots: String, roots: [String: String] = [:], addedRoots: String, trustStore: String, hook: String,
        wgetSettings: String, phpSettings: String
    ) {
        self.systemRoots = systemRoots
        self.roots = roots
        self.addedRoots = addedRoots
        self.trustStore = trustStore
        self.hook = hook
        self.wgetSettings = wgetSettings
        self.phpSettings = phpSettings
    }
}
