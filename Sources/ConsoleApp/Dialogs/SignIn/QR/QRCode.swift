import CQREncode

/// A QR code as a square of dark and light modules (ISO/IEC 18004), with the lowest level of error correction, so that
/// it is small enough for most terminals.
package struct QRCode: Sendable, Equatable {
    /// Modules on each side.
    let side: Int
    private let darkModules: [Bool]

    /// Encodes text; `nil` if it is too long for a code.
    package init?(_ text: String) {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard width > 0, let data = code.pointee.data else { return nil }
        side = width
        darkModules = UnsafeBufferPointer(start: data, count: width * width).map { $0 & 1 == 1 }
    }

    /// Whether a module is dark; the margin around the code is light.
    func isDark(_ x: Int, _ y: Int) -> Bool {
        (0..<side).contains(x) && (0..<side).contains(y) && darkModules[y * side + x]
    }
}
