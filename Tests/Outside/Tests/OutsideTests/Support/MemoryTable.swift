@testable import Samples

/// A table in memory.
actor MemoryTable: SessionTable {
    private(set) var records: [String: [UInt8]] = [:]
    private(set) var damaged: [String: [UInt8]] = [:]

    func record(of user: String) -> [UInt8]? { records[user] }

    func replaceRecord(of user: String, with record: [UInt8]?) { records[user] = record }

    func keepDamagedRecord(of user: String) -> String {
        damaged[user] = records.removeValue(forKey: user)
        return "damaged of \(user)"
    }
}
