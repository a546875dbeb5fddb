import Testing

@testable import LoopbackRedirect

@Suite(.timeLimit(.minutes(5)))
struct SettlementTests {
    @Test func `the first value counts, for early and late waiters alike`() async {
        let settlement = Settlement<Bool>()
        async let early = settlement.value(within: .seconds(50))
        settlement.settle(true)
        settlement.settle(false)
        #expect(await early == true)
        #expect(await settlement.value(within: .seconds(50)) == true)
    }

    @Test func `a waiter whose time is over gets nothing, and a later one the value`() async {
        let settlement = Settlement<Bool>()
        #expect(await settlement.value(within: .zero) == nil)
        settlement.settle(false)
        #expect(await settlement.value(within: .zero) == false)
    }
}
