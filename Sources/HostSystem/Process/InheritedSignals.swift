/// The signals that this program was started with as ignored, such as SIGHUP under `nohup`.
package enum InheritedSignals {
    private static let ignored: [Int32] = numbers.filter { isIgnored($0) }
    private static let numbers: Range<Int32> = 1..<65

    /// Remembers them; call it before the program ignores any itself.
    package static func remember() { _ = ignored }

    /// The other ones, which a program that this one starts must find with their usual effect.
    package static var others: [Int32] { numbers.filter { !ignored.contains($0) } }

    /// Whether this process ignores a signal at present.
    package static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        return sigaction(number, nil, &action) == 0
            && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
                == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
