import CCurl

/// Header fields in libcurl's form.
///
/// Unchecked, because the pointer is: what it points at is written while the list is made and only read from then on.
final class HeaderList: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<curl_slist>?

    init(_ fields: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for field in fields { list = curl_slist_append(list, field) ?? list }
        pointer = list
    }

    deinit {
        curl_slist_free_all(pointer)
    }
}
