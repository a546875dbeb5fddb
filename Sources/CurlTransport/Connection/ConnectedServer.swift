/// The server's end of a connection, with its name built once for all its answers.
struct ConnectedServer {
    private var address = ""
    private var port = 0
    private(set) var name: String?

    mutating func update(address: String, port: Int) {
        guard address != self.address || port != self.port else { return }
        (self.address, self.port) = (address, port)
        let host = address.utf8.contains(UInt8(ascii: ":")) ? "[" + address + "]" : address
        name = address.isEmpty ? nil : host + ":" + String(port)
    }
}
