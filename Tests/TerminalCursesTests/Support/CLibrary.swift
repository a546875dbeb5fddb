import Glibc

/// Functions of the C library that its Swift module leaves out.
enum CLibrary {
    typealias OpenTerminal =
        @convention(c) (
            UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<CChar>?,
            UnsafePointer<termios>?, UnsafePointer<winsize>?
        ) -> Int32

    static func openpty() -> OpenTerminal? {
        dlsym(nil, "openpty").map { unsafeBitCast($0, to: OpenTerminal.self) }
    }

    static func wcwidth() -> (@convention(c) (wchar_t) -> Int32)? {
        dlsym(nil, "wcwidth").map { unsafeBitCast($0, to: (@convention(c) (wchar_t) -> Int32).self) }
    }
}
