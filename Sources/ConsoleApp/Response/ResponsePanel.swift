/// What stands above the text of an answer.
enum ResponsePanel {
    /// Rows taken by status, verdict, burst, announcement and search.
    static func headHeight(_ model: Model) -> Int {
        guard let record = model.response.record else { return model.calls.burst == nil ? 0 : 1 }
        guard record.answer != nil else { return 0 }
        let extras = [
            record.answer?.verdictText != nil, model.calls.burst != nil, record.body?.announcement != nil,
            model.response.search != nil,
        ]
        return 1 + extras.count { $0 }
    }
}
