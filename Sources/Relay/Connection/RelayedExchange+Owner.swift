extension RelayedExchange {
    func tellOfRequest() {
        guard !isRequestTold else { return }
        isRequestTold = true
        call.requestCame(keeping: sentCopy?.bytes ?? [])
        sentCopy = nil
    }

    func tellOfAnswer() {
        guard !isAnswerWhole else { return }
        isAnswerWhole = true
        call.answerCame(keeping: receivedCopy?.bytes ?? [])
        receivedCopy = nil
    }
}
