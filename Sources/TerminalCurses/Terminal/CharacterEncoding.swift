import HostSystem

/// The encoding of the characters that are sent to the terminal.
enum CharacterEncoding {
    case utf8, ascii

    /// Sets the process's locale for characters, and returns its encoding.
    ///
    /// A locale that is not installed here, as can happen over ssh, is judged by its name.
    static func select(_ locale: String) -> CharacterEncoding {
        if setlocale(LC_CTYPE, locale) == nil {
            let name = locale.isEmpty ? nameInEnvironment : locale
            let isUTF8 = name.uppercased().contains("UTF-8") || name.uppercased().contains("UTF8")
            guard isUTF8, setlocale(LC_CTYPE, "C.UTF-8") != nil else {
                setlocale(LC_CTYPE, "C")
                return .ascii
            }
        }
        guard let name = nl_langinfo(Int32(CODESET)) else { return .ascii }
        return String(cString: name) == "UTF-8" ? .utf8 : .ascii
    }

    private static var nameInEnvironment: String {
        for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
            if let value = getenv(variable), value.pointee != 0 { return String(cString: value) }
        }
        return ""
    }
}
