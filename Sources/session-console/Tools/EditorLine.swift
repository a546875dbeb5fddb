/// How editors are told the line at which to open a file.
enum EditorLine {
    /// The arguments for a file; the file alone for an editor that is not known.
    static func arguments(of editor: String, path: String, line: Int) -> [String] {
        let program = editor.split(separator: " ").first?.split(separator: "/").last.map(String.init) ?? ""
        switch program {
        case "vi", "vim", "nvim", "view", "gvim", "nano", "pico", "emacs", "emacsclient", "mg", "joe", "jed", "kak",
            "micro", "ne", "mcedit", "vis", "gedit":
            return ["+\(line)", path]
        case "hx", "helix", "subl", "zed": return ["\(path):\(line)"]
        case "code", "codium", "code-insiders": return ["-g", "\(path):\(line)"]
        default: return [path]
        }
    }
}
