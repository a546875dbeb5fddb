import CCurl
import SessionHTTP

extension AddressKind {
    /// The kind of an address that libcurl is about to connect to; `nil` for one that is none of IP.
    init?(_ address: UnsafePointer<curl_sockaddr>) {
        self.init(
            bytes: [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
                count = Int(console_curl_address_bytes(address, buffer.baseAddress))
            })
    }
}
