import FoundationEssentials
import JOSE
import SessionCore

extension Visit {
    /// What came of asking for the provider's keys; `nil` where it publishes none.
    mutating func keysReply() async -> Reply? {
        guard case .success(let url) = await address(of: .keys) else { return nil }
        attempts = []
        return await ask(.document(url, for: .keys))
    }

    /// The keys as they are published; `nil` where there are none.
    mutating func keys() async -> [JSONObject]? {
        guard let response = await keysReply()?.response, response.isSuccess,
            let keys = try? response.jsonObject(for: .keys)["keys"]?.array
        else { return nil }
        let objects = keys.compactMap(\.object)
        return objects.isEmpty ? nil : objects
    }
}
