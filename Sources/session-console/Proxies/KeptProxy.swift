import Addresses
import HostSystem
import JOSE
import SessionCore

/// The address that a profile's proxy has at each start, so that its clients need be told of it once, and who is served
/// by none of its proxies.
struct KeptProxy: Sendable, Equatable {
    var port: UInt16?
    /// The key of each API, by its origin.
    private var keys: [String: String] = [:]
    private(set) var cutOff = CutOffProcesses()

    /// Makes the keys of these APIs that are missing.
    mutating func addKeys(of origins: [Origin]) throws(CommandFailure) {
        for origin in origins where keys["\(origin)"] == nil { keys["\(origin)"] = try ProxyPlace.key() }
    }

    func keys(among origins: [Origin]) -> [(key: String, origin: Origin)] {
        origins.compactMap { origin in keys["\(origin)"].map { ($0, origin) } }
    }

    mutating func forgetKeys() { keys = [:] }

    /// The addresses of the profile's own proxy.
    var routes: [(address: String, origin: String)] {
        keys.sorted { $0.key < $1.key }.map { (ProxyPlace.address(port: port ?? 0, key: $0.value), $0.key) }
    }
}

/// Cutting a program off.
extension KeptProxy {
    /// Makes all keys new, because it knows them, and refuses a process; returns whether that runs.
    @discardableResult
    mutating func cutOff(_ process: pid_t?) throws(CommandFailure) -> Bool {
        try renewKeys()
        return process.map { cutOff.add($0) } ?? false
    }

    /// Takes up what was kept since; one with keys of its own makes them new where a program was cut off.
    mutating func follow(_ kept: KeptProxy, hasOwnKeys: Bool) throws(CommandFailure) {
        // A file that has gone says nothing of who may pass.
        guard kept != KeptProxy() else { return }
        if !hasOwnKeys {
            keys.merge(kept.keys) { $1 }
        } else if !kept.cutOff.isSubset(of: cutOff) {
            try renewKeys()
        }
        cutOff = kept.cutOff
    }

    private mutating func renewKeys() throws(CommandFailure) {
        for origin in keys.keys { keys[origin] = try ProxyPlace.key() }
    }
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

        /// Changes what is kept, and returns it.
        func change(
            _ change: (inout KeptProxy) throws(CommandFailure) -> Void
        ) async throws(CommandFailure) -> KeptProxy {
            let lock = try await lock()
            defer { lock.release() }
            var kept = try read()
            try change(&kept)
            try write(kept)
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
        guard let keys = json["keys"]?.object else { return nil }
        if let port = json["port"] {
            guard let port = port.int.flatMap({ UInt16(exactly: $0) }), port > 0 else { return nil }
            self.port = port
        }
        for member in keys.members {
            guard let key = member.value.string, ProxyPlace.isKey(key) else { return nil }
            self.keys[member.name] = key
        }
        guard let json = json["cut_off"] else { return }
        guard let cutOff = try? CutOffProcesses(recorded: json) else { return nil }
        self.cutOff = cutOff
    }

    fileprivate var json: JSONValue {
        var json: JSONObject = [:]
        json["port"] = port.map { .number(JSONNumber(Int($0))) }
        json["keys"] = .object(JSONObject(keys.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
        if cutOff != CutOffProcesses() { json["cut_off"] = cutOff.recorded }
        return .object(json)
    }
}
