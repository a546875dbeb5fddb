import Glibc

/// The system calls that make a record survive a crash: tests watch their order, and let them fail.
package struct FileCalls: Sendable {
    package var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int = { Glibc.write($0, $1.baseAddress, $1.count) }
    package var sync: @Sendable (Int32) -> Int32 = { fsync($0) }
    package var rename: @Sendable (String, String) -> Int32 = { Glibc.rename($0, $1) }

    package init() {}

    package static let system = FileCalls()
}
