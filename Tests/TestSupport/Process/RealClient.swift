import FoundationEssentials

/// A program that others wrote, and Debian's package of it.
package struct RealClient: Sendable {
    package let path: String
    package var environment = ProcessInfo.processInfo.environment.filter { name, _ in
        !["http_proxy", "https_proxy", "all_proxy", "no_proxy"].contains(name.lowercased())
    }

    package static let curl = "curl", python = "python3", node = "node", java = "java", gnuTLS = "gnutls-cli"

    /// Set where the tests may fetch what they need.
    package static let isWanted = ProcessInfo.processInfo.environment["SESSION_CONSOLE_PROVIDERS"] != nil

    private static let packages = [
        curl: "curl", python: "python3-minimal", node: "nodejs", java: "default-jdk-headless", gnuTLS: "gnutls-bin",
        "keytool": "default-jdk-headless", "php": "php-cli", "aws": "awscli",
    ]

    package struct Missing: Error { package let name: String, reason: String }

    /// Finds a program of the path, and installs its package where there is none.
    package static func named(_ name: String) async throws -> Self {
        if let path = find(name) { return Self(path: path) }
        let environment = ProcessInfo.processInfo.environment
        let package = packages[name] ?? name
        let result = try await blocking {
            let arguments = ["-y", "--no-install-recommends", "install", package]
            return try Subprocess("/usr/bin/apt-get", arguments, environment: environment).finish(within: .seconds(200))
        }
        guard let path = find(name) else { throw Missing(name: name, reason: result.errorText) }
        return Self(path: path)
    }

    private static func find(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The path of a script in `Clients`.
    package static func script(_ name: String, file: String = #filePath) -> String {
        file.split(separator: "/").dropLast(2).reduce(into: "") { $0 += "/" + $1 } + "/Clients/" + name
    }

    package func run(_ arguments: [String], environment: [String: String]? = nil) async throws -> Subprocess.Result {
        let environment = environment ?? self.environment
        return try await blocking {
            try Subprocess(path, arguments, environment: environment).finish(within: .seconds(120))
        }
    }
}
