import FoundationEssentials
import Glibc
@testable import Interception
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RunFolderTests {
    private let place = TemporaryFolder()
    private let root: RootCertificate
    private let system: RootCertificate
    private let base: [String: String]

    init() throws {
        root = try IntermediateAuthority(for: WatchList(["a.test"]), validity: Validity(from: time(nil))).root
        system = try IntermediateAuthority(for: WatchList(["system.test"]), validity: Validity(from: time(nil))).root
        place.makeFolder("run")
        // Without an end to its last line.
        place.write("# System\n" + system.pem.dropLast(), to: "system.pem")
        base = ["XDG_RUNTIME_DIR": place.path + "/run", "SSL_CERT_FILE": place.path + "/system.pem"]
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    private func certificates(_ path: String?) -> [[UInt8]] {
        path.flatMap { Roots(path: $0) }?.certificates ?? []
    }

    @Test func `the folder is the user's alone, and gone at the end`() throws {
        let folder = try RunFolder(for: root, base: base)
        #expect(folder.path.hasPrefix(place.path + "/run/"))
        #expect(mode(folder.path) == 0o700)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.sorted() == ["bundle.pem", "hook.cjs", "php", "root.pem", "trust.jks", "wgetrc"])
        #expect(names.allSatisfy { mode("\(folder.path)/\($0)") == ($0 == "php" ? 0o700 : 0o600) })
        folder.remove()
        #expect(place.names("run").isEmpty)
        _ = try RunFolder(for: root, base: base)
        #expect(place.names("run").isEmpty)
    }

    @Test func `the roots are those of before and the run's`() throws {
        let folder = try RunFolder(for: root, base: base)
        #expect(certificates(folder.files.systemRoots) == [system.der, root.der])
        #expect(certificates(folder.files.addedRoots) == [root.der])
        #expect(folder.files.roots.isEmpty)
    }

    @Test func `a variable that named roots of its own keeps them, and is widened by no others`() throws {
        let own = try IntermediateAuthority(for: WatchList(["own.test"]), validity: Validity(from: time(nil))).root
        place.write(own.pem, to: "own.pem")
        var base = base
        base["GIT_SSL_CAINFO"] = place.path + "/own.pem"
        base["NODE_EXTRA_CA_CERTS"] = place.path + "/own.pem"
        base["CURL_CA_BUNDLE"] = "/nowhere.pem"
        let folder = try RunFolder(for: root, base: base)
        #expect(certificates(folder.files.roots["GIT_SSL_CAINFO"]) == [own.der, root.der])
        #expect(certificates(folder.files.addedRoots) == [own.der, root.der])
        #expect(folder.files.roots.count == 1)
    }

    @Test func `requests keeps the roots that it took from curl's variable`() throws {
        place.write(system.pem, to: "own.pem")
        var base = base
        base["CURL_CA_BUNDLE"] = place.path + "/own.pem"
        let folder = try RunFolder(for: root, base: base)
        let variables = ChildEnvironment.variables(
            from: base, proxy: ProxyAddress(port: 1), hosts: try WatchList(["a.test"]), files: folder.files)
        #expect(variables["REQUESTS_CA_BUNDLE"] == folder.path + "/curl_ca_bundle.pem")
        #expect(variables["CURL_CA_BUNDLE"] == folder.path + "/curl_ca_bundle.pem")
        #expect(variables["GIT_SSL_CAINFO"] == folder.files.systemRoots)
    }

    @Test func `system roots that can't be read are an error that names the file`() throws {
        var base = base
        base["SSL_CERT_FILE"] = "/nowhere.pem"
        #expect(throws: InterceptionError.noSystemCertificates("/nowhere.pem")) { try RunFolder(for: root, base: base) }
        #expect(place.names("run").isEmpty)
        #expect(throws: InterceptionError.noSystemCertificates(nil)) {
            try SystemRoots.read([:], usualPaths: ["/nowhere.pem", "/etc/passwd"])
        }
        let found = try SystemRoots.read([:], usualPaths: ["/nowhere.pem", place.path + "/system.pem"])
        #expect(found.certificates == [system.der])
    }

    @Test func `without a folder for the run's files the usual one is taken`() throws {
        var base = base
        base["XDG_RUNTIME_DIR"] = place.path + "/missing"
        base["TMPDIR"] = place.path
        #expect(try RunFolder(for: root, base: base).path.hasPrefix(place.path + "/session-console-watch-"))
        base["TMPDIR"] = "relative"
        #expect(try RunFolder(for: root, base: base).path.hasPrefix("/tmp/session-console-watch-"))
    }

    @Test func `the settings of wget are the user's, with the roots`() throws {
        place.write("tries = 3", to: ".wgetrc")
        place.write("tries = 4\n", to: "other")
        var base = base
        base["HOME"] = place.path
        func settings() throws -> [String] {
            let folder = try RunFolder(for: root, base: base)
            let text = try String(contentsOf: URL(filePath: folder.files.wgetSettings), encoding: .utf8)
            return text.replacing(folder.path, with: "").split(separator: "\n").map(String.init)
        }
        #expect(try settings() == ["tries = 3", "ca_certificate = /bundle.pem"])
        base["WGETRC"] = place.path + "/other"
        #expect(try settings() == ["tries = 4", "ca_certificate = /bundle.pem"])
    }

    @Test func `a key store is what Java's own format says`() {
        let bytes = JavaKeyStore.bytes(trusting: [[0xAA, 0xBB]], at: 1)
        let head: [UInt8] = [0xFE, 0xED, 0xFE, 0xED, 0, 0, 0, 2, 0, 0, 0, 1]
        let entry: [UInt8] =
            [0, 0, 0, 2, 0, 5] + Array("root0".utf8) + [0, 0, 0, 0, 0, 0, 3, 0xE8] + [0, 5] + Array("X.509".utf8)
            + [0, 0, 0, 2, 0xAA, 0xBB]
        #expect(Array(bytes.dropLast(20)) == head + entry)
    }
}
