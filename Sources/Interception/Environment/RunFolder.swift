import FoundationEssentials
import HostSystem

/// The folder of a run, for its user alone, with what programs need to trust the run's root and to find the proxy.
///
/// Certificates, scripts and a copy of the user's settings of wget are in it, and no keys. It is fresh, and is removed
/// at the end; what a `kill -9` has left, the next run removes.
package final class RunFolder: Sendable {
    package var path: String { folder.path }
    package let files: RunFiles

    private let folder: ProcessFolder

    /// Makes the folder in `XDG_RUNTIME_DIR` or `TMPDIR`, for programs whose environment was `base`.
    ///
    /// `program` is the one whose command ``LinkCommands/word`` hands links on; `nil` where nobody listens for them.
    /// `now` is in seconds since 1970.
    package init(
        for root: RootCertificate, base: [String: String], handingLinksOnBy program: String? = nil,
        now: Int = time(nil)
    ) throws(InterceptionError) {
        let system = try SystemRoots.read(base)
        do throws(FileFailure) {
            folder = try ProcessFolder("session-console-watch", environment: base)
            var files = try Self.fill(folder.path, root, system: system, base: base, now: now)
            if let program { files.links = try LinkCommands(folder.path, base: base, program: program) }
            self.files = files
        } catch {
            throw .folder(path: error.path, reason: error.clause)
        }
    }

    /// Removes the folder with all that is in it; the program of the run has ended.
    package func remove() { folder.remove() }

    private static func fill(
        _ folder: String, _ root: RootCertificate, system: Roots, base: [String: String], now: Int
    ) throws(FileFailure) -> RunFiles {
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
        try PrivateFolder.create(files.phpSettings)
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

    private static func write(_ bytes: [UInt8], to path: String) throws(FileFailure) -> String {
        try NewFile.write(bytes, to: path)
        return path
    }
}
