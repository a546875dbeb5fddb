import CTLS

/// The names that a server's certificate is for (RFC 5280 §4.2.1.6).
struct SubjectNames: ~Copyable {
    let pointer: OpaquePointer

    static func of(_ hosts: [WatchedHost]) throws(InterceptionError) -> Self {
        let names = try Self()
        for host in hosts { try names.add(host) }
        return names
    }

    private init() throws(InterceptionError) {
        guard let pointer = console_names_new() else { throw .takeOpenSSL() }
        self.pointer = pointer
    }

    deinit { console_names_free(pointer) }

    private func add(_ host: WatchedHost) throws(InterceptionError) {
        let (form, bytes) =
            switch host {
            case .name(let name): (console_name_dns, Array(name.utf8))
            case .address(let bytes): (console_name_address, bytes)
            }
        guard console_names_add(pointer, form, bytes, bytes.count) == 1 else { throw .takeOpenSSL() }
    }
}
