import HTTPServer
import JOSE

extension ServerResponse {
    static func json(_ object: JSONObject, status: Int = 200) -> ServerResponse {
        ServerResponse(status: status, contentType: "application/json", text: object.serialized() + "\n")
    }

    /// A redirect that is followed by GET.
    static func seeOther(_ location: String) -> ServerResponse {
        ServerResponse(status: 303, headers: ["Location": location, "Cache-Control": "no-store"])
    }
}
