import HTTPServer
import JOSE

/// Invented orders, the same each time, with text in several scripts to test terminals.
struct Orders: Sendable {
    private static let items = [
        ("Coffee", 1250), ("抹茶ラテ", 640), ("Crème brûlée", 890), ("Tea 🍵", 420), ("Pão de queijo", 310), ("القهوة", 550),
    ]
    private static let firstID = 1041

    let limit: Int
    let subject: String

    /// Three orders, or the query's `limit`, at most 10 000.
    init(query: FormItems, subject: String) {
        self.init(limit: query["limit"].flatMap { Int($0) } ?? 3, subject: subject)
    }

    /// At most 10 000 orders.
    init(limit: Int, subject: String) {
        (self.limit, self.subject) = (min(max(limit, 0), 10_000), subject)
    }

    var json: JSONObject {
        let orders = (0..<limit).map { index -> JSONValue in
            let (item, cents) = Self.items[index % Self.items.count]
            let quantity = 1 + index % 3
            return [
                "id": .number(JSONNumber(Self.firstID + index)), "item": .string(item),
                "quantity": .number(JSONNumber(quantity)), "total_cents": .number(JSONNumber(cents * quantity)),
            ]
        }
        return ["owner": .string(subject), "orders": .array(orders)]
    }
}
