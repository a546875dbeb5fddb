import FoundationEssentials
import HostSystem
import SessionCore

/// The profiles on disk: one file each, `NAME.json`.
struct ProfileFolder: Sendable {
    /// The largest file that is read: larger than any profile.
    private static let sizeLimit = 1 << 20

    let path: String

    func file(of name: String) -> String { "\(path)/\(name).json" }

    /// The names of all profiles, sorted.
    func names() -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.filter(Self.isName).sorted()
    }

    func load(_ name: String) throws(ProfileError) -> Profile {
        guard Self.isName(name) else { throw .badName(name) }
        let file = file(of: name)
        let text: [UInt8]
        do throws(FileFailure) {
            text = try PrivateFile(path: file).read(limit: Self.sizeLimit, requiringOwner: false)
        } catch {
            if error.reason == .system(ENOENT) { throw .unknown(name, known: names()) }
            throw .unreadable(file: file, reason: error.clause)
        }
        return try ProfileParser.parse(Data(text), name: name, file: file)
    }

    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(of: name)) }

    /// Throws if no profile of that name can be added.
    func checkFree(_ name: String) throws(ProfileError) {
        guard Self.isName(name) else { throw .badName(name) }
        guard !FileManager.default.fileExists(atPath: file(of: name)) else { throw .exists(name) }
    }

    func add(_ profile: Profile) throws(ProfileError) {
        try checkFree(profile.name)
        try replace(profile)
    }

    /// Writes a profile in place of any other of its name.
    func replace(_ profile: Profile) throws(ProfileError) {
        guard Self.isName(profile.name) else { throw .badName(profile.name) }
        let file = file(of: profile.name)
        do throws(FileFailure) {
            try PrivateFile(path: file).write(Array((profile.text + "\n").utf8))
        } catch {
            throw .unwritable(file: file, reason: error.clause)
        }
    }

    func remove(_ name: String) throws(ProfileError) {
        guard Self.isName(name) else { throw .badName(name) }
        guard FileManager.default.fileExists(atPath: file(of: name)) else { throw .unknown(name, known: names()) }
        do {
            try FileManager.default.removeItem(atPath: file(of: name))
        } catch {
            throw .unwritable(file: file(of: name), reason: error.plainReason)
        }
    }

    /// Whether the name is safe as a file name: it must not lead out of the folder or be hidden in it.
    static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, first != UInt8(ascii: "."), first != UInt8(ascii: "-"),
            name.utf8.count <= 100
        else { return false }
        return name.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                || "-_.".utf8.contains(byte)
        }
    }
}

extension Error {
    /// The system's reason, without paths and numbers.
    var plainReason: String {
        if let cocoa = self as? CocoaError {
            switch cocoa.code {
            case .fileReadNoPermission, .fileWriteNoPermission: return "permission denied"
            case .fileNoSuchFile, .fileReadNoSuchFile: return "no such file"
            case .fileWriteOutOfSpace: return "no space left"
            case .fileWriteVolumeReadOnly: return "the file system is read-only"
            default: break
            }
        }
        return "the system refused"
    }
}
