import Addresses
import FoundationEssentials
import RequestFiles
import SessionCore

extension HTTPExchange {
    /// A command line of curl that sends it, with the masks in place of secrets; `nil` where none can hold it.
    func curlCommand(options: [String]) -> String? {
        guard let url = URL(given: url) else { return nil }
        var request = ResolvedRequest(
            method: method, url: url, headers: requestHeaders.fields.map { ($0.name, $0.value) },
            body: requestBody.map { Array($0.utf8) }, carriesSession: false)
        request.followsRedirects = false
        return request.curlCommand(tokenCommand: "", options: options)
    }
}
