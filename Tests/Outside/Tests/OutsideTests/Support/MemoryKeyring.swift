@testable import Samples

actor MemoryKeyring: Keyring {
    private(set) var values: [String: [UInt8]] = [:]

    func value(named name: String) -> [UInt8]? { values[name] }

    func set(_ value: [UInt8], named name: String) { values[name] = value }

    func removeValue(named name: String) { values[name] = nil }
}
