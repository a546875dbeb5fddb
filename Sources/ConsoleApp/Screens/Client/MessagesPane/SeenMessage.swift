import FoundationEssentials
import SessionCore
import Synchronization
import TerminalUI

/// A line of the messages: a request with its answer, or what happened to a fault that struck none.
///
/// It is an object, because what is kept of the past shares it.
final class SeenMessage: ListRow {
    let sequence: Int
    var id: Int { sequence }
    let time: Date
    /// The program that has sent it; empty for a fault.
    let sender: String
    /// The number of its session; `nil` where that is not known.
    let session: Int?
    /// The number of the server's client; `nil` where programs are watched.
    let client: Int?
    private let event: SessionEvent
    private let made = Mutex<Words?>(nil)

    /// In memory of its own: of most messages nobody asks.
    private final class Words: Sendable {
        let step: FlowStep
        let searched: [UInt8]

        init(_ step: FlowStep, of sender: String) {
            (self.step, searched) = (step, step.searchedText + Array(" \(sender)".lowercased().utf8))
        }
    }

    /// `nil` for other events.
    init?(_ event: SessionEvent) {
        switch event.kind {
        case .exchange(let exchange): time = exchange.sentAt
        case .injected(let fault) where fault.exchange == nil: time = event.time
        default: return nil
        }
        (self.event, sequence) = (event, event.sequence)
        (sender, session) = (event.watched?.sender ?? "", event.watched?.session)
        client = event.watched?.client
    }

    /// `nil` for a fault.
    var exchange: HTTPExchange? { if case .exchange(let exchange) = event.kind { exchange } else { nil } }

    /// Whether it was sent after another message, or began after it at the same moment.
    func isLater(than other: SeenMessage) -> Bool {
        (time, exchange?.id ?? .max) > (other.time, other.exchange?.id ?? .max)
    }

    /// Its row of the sequence diagram.
    var step: FlowStep { words.step }
    /// What a filter looks for, in lower case.
    var searched: [UInt8] { words.searched }

    /// Made when they are asked for first: of an archive few lines are looked at.
    private var words: Words {
        made.withLock { made in
            if let made { return made }
            let words = Words(FlowStep.steps(of: event).last ?? FlowStep(.line, .call, []), of: sender)
            made = words
            return words
        }
    }
}
