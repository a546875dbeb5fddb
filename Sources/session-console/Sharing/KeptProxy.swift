import Addresses
import FoundationEssentials
import HostSystem
import JOSE
import SessionCore

/// The address that a profile's proxy has at each start, so that its clients need be told of it once.
struct KeptProxy: Sendable, Equatable {
    var port: UInt16?
    /// The key of each API, by its origin.
    private var keys: [String: String] = [:]

    /// The keys of these APIs; those that are missing are made and kept.
    mutating func keys(of origins: [Origin]) throws(CommandFailure) -> [(key: String, origin: Origin)] {
        var found: [(key: String, origin: Origin)] = []
        for origin in origins {
            let key = if let kept = keys["\(origin)"] { kept } else { try ProxyPlace.key() }
            keys["\(origin)"] = key
            found.append((key, origin))
        }
        return found
    }

    mutating func forgetKeys() { keys = [:] }
}

extension KeptProxy {
    /// Where it is kept: only its owner can read it.
    struct File: Sendable {
        private static let sizeLimit = 1 << 20
        private static let patience = Duration.seconds(10)

        let path: String

        init(path: String) { self.path = path }

        /// Holds off other starts of the same proxy.
        func lock() async throws(CommandFailure) -> StoreLock {
            do {
                return try await FileLock(path: path + ".lock").lock(within: Self.patience, clock: SystemClock())
            } catch {
                throw CommandFailure(.failed, "\(path) can't be locked: \(error).")
            }
        }

        /// What is kept; nothing where the file is missing.
        func read() throws(CommandFailure) -> KeptProxy {
            let text: [UInt8]
            do throws(FileFailure) {
                text = try PrivateFile(path: path).read(limit: Self.sizeLimit, requiringOwner: true)
            } catch {
                if error.reason == .system(ENOENT) { return KeptProxy() }
                throw CommandFailure(.failed, "\(path) can't be read: \(error.clause).")
            }
            guard let json = try? JSONValue(parsing: text), let kept = KeptProxy(json) else {
                throw CommandFailure(
                    .failed, "\(path) has no address of a proxy in it.",
                    advice: "Remove it: the proxy gets a new address then.")
            }
            return kept
        }

        func write(_ kept: KeptProxy) throws(CommandFailure) {
            do throws(FileFailure) {
                try PrivateFile(path: path).write(Array((kept.json.serialized() + "\n").utf8))
            } catch {
                throw CommandFailure(.failed, "\(path) can't be written: \(error.clause).")
            }
        }
    }
}

extension KeptProxy {
    fileprivate init?(_ json: JSONValue) {
        guard let port = json["port"]?.int.flatMap({ UInt16(exactly: $0) }), port > 0, let keys = json["keys"]?.object
        else { return nil }
        self.port = port
        for member in keys.members {
            guard let key = member.value.string, ProxyPlace.isKey(key) else { return nil }
            self.keys[member.name] = key
        }
    }

    fileprivate var json: JSONValue {
        var json: JSONObject = [:]
        json["port"] = port.map { .number(JSONNumber(Int($0))) }
        json["keys"] = .object(JSONObject(keys.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
        return .object(json)
    }
}
