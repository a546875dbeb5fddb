import FoundationEssentials
import JOSE

/// A provider's document as it was read, kept beside the session for times when the provider gives none.
struct KeptMetadata: Sendable, Equatable {
    /// Larger ones are not kept: real documents have a few KiB.
    private static let sizeLimit = 64 << 10

    let document: JSONObject
    let readAt: Date

    /// `nil` where the metadata was not read from the provider, or is too large to be kept.
    init?(_ metadata: ProviderMetadata, readAt: Date) {
        guard metadata.isDiscovered, JSONValue.object(metadata.document).serialized().utf8.count <= Self.sizeLimit
        else { return nil }
        document = metadata.document
        self.readAt = readAt
    }

    /// Reads what a record holds; anything else counts as nothing, since it can be asked for anew.
    init?(_ json: JSONObject) {
        guard let document = json["document"]?.object, let readAt = try? json.date("read_at") else { return nil }
        self.document = document
        self.readAt = readAt
    }

    var json: JSONObject { ["read_at": .date(readAt), "document": .object(document)] }
}
