import FoundationEssentials
import Glibc

/// The folder of a run, for its user alone, with what programs need to trust the run's root and to find the proxy.
///
/// It has no secrets: certificates, scripts and a copy of the user's settings of wget. It is fresh, and is removed at the
/// end; after a `kill -9` it stays, until the system clears the folder that it is in.
package final class RunFolder: Sendable {
    package let path: String
    package let files: RunFiles

    /// Makes the folder in `XDG_RUNTIME_DIR` or `TMPDIR`, for programs whose environment was `base`.
    ///
    /// `now` is in seconds since 1970.
    package init(
        for root: RootCertificate, base: [String: String], now: Int = time(nil)
    ) throws(InterceptionError) {
        let system = try SystemRoots.read(base)
        let path = try Self.makeFolder(in: base)
        self.path = path
        do throws(InterceptionError) {
            files = try Self.fill(path, root, system: system, base: base, now: now)
        } catch {
            try? FileManager.default.removeItem(atPath: path)
            throw error
        }
    }

    deinit { remove() }

    /// Removes the folder with all that is in it; the program of the run has ended.
    package func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    private static func makeFolder(in base: [String: String]) throws(InterceptionError) -> String {
        let parents = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { base[$0] }.filter { $0.hasPrefix("/") } + ["/tmp"]
        var reason = ""
        for parent in parents {
            var template = Array("\(parent)/session-console-watch-XXXXXX".utf8CString)
            // For this user alone, by mkdtemp itself.
            if mkdtemp(&template) != nil {
                return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            }
            reason = String(cString: strerror(errno))
        }
        throw .folder(path: parents.first ?? "/tmp", reason: reason)
    }

    private static func fill(
        _ folder: String, _ root: RootCertificate, system: Roots, base: [String: String], now: Int
    ) throws(InterceptionError) -> RunFiles {
        let pem = Array(root.pem.utf8)
        let certificates = system.certificates + [root.der]
        var files = RunFiles(
            systemRoots: try write(lines(system.text) + pem, to: "\(folder)/bundle.pem"),
            addedRoots: try write(lines(roots(base, "NODE_EXTRA_CA_CERTS") ?? []) + pem, to: "\(folder)/root.pem"),
            trustStore: try write(JavaKeyStore.bytes(trusting: certificates, at: now), to: "\(folder)/trust.jks"),
            hook: try write(Array(NodeHook.script.utf8), to: "\(folder)/hook.cjs"),
            wgetSettings: "", phpSettings: "\(folder)/php")
        for variable in ChildVariable.all where variable.name != "SSL_CERT_FILE" {
            guard case .roots = variable.setting, let own = roots(base, variable.name) else { continue }
            let name = variable.name.lowercased()
            files.roots[variable.name] = try write(lines(own) + pem, to: "\(folder)/\(name).pem")
        }
        let settings = lines(wgetSettings(base)) + Array("ca_certificate = \(files.systemRoots)\n".utf8)
        files.wgetSettings = try write(settings, to: "\(folder)/wgetrc")
        // In single quotes nothing is expanded.
        let phpSettings = "curl.cainfo = '\(files.systemRoots)'\nopenssl.cafile = '\(files.systemRoots)'\n"
        guard mkdir(files.phpSettings, 0o700) == 0 else {
            throw .folder(path: files.phpSettings, reason: String(cString: strerror(errno)))
        }
        _ = try write(Array(phpSettings.utf8), to: "\(files.phpSettings)/watch.ini")
        return files
    }

    /// The roots that a variable named before, if it did and they can be read.
    private static func roots(_ base: [String: String], _ variable: String) -> [UInt8]? {
        base[variable].flatMap { Roots(path: $0) }?.text
    }

    /// What wget would have read: the file that `WGETRC` names, or else that of the user's home.
    private static func wgetSettings(_ base: [String: String]) -> [UInt8] {
        let path = base["WGETRC"] ?? base["HOME"].map { $0 + "/.wgetrc" }
        return path.flatMap { FileManager.default.contents(atPath: $0) }.map { Array($0) } ?? []
    }

    /// With an end to the last line.
    private static func lines(_ text: [UInt8]) -> [UInt8] {
        text.isEmpty || text.last == 0x0A ? text : text + [0x0A]
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(InterceptionError) -> String {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .folder(path: path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw .folder(path: path, reason: String(cString: strerror(errno))) }
            rest = rest.dropFirst(count)
        }
        return path
    }
}
