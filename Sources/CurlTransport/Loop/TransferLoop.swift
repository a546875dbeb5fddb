import CCurl
import HostSystem
import SessionHTTP

/// The transfer thread's loop, which runs the multi handle.
struct TransferLoop: ~Copyable {
    /// How many handles are kept for reuse once a burst is over.
    private static let idleLimit = 128

    private let queue: TransferQueue
    private let configuration: CurlTransport.Configuration
    private let handshakes = Handshakes()
    private let deadlines = Deadlines()
    private var lanes: Lanes
    private var vigil: Vigil
    private var commands: [TransferQueue.Order] = []
    private var jobs: [TransferQueue.Job] = []
    private var idle: [EasyHandle] = []
    private var running: [EasyHandle] = []
    /// Handles whose hop has ended and whose task still waits for the answer.
    private var finished: [(EasyHandle, CURLcode)] = []
    private var answers: [(Hop.Continuation, Hop.Answer)] = []

    init(queue: TransferQueue, configuration: CurlTransport.Configuration, vigil: Vigil) {
        self.queue = queue
        self.configuration = configuration
        self.vigil = vigil
        lanes = Lanes(places: queue.places)
    }

    /// Returns once the queue was stopped, after freeing every handle and answering every request.
    consuming func run() {
        guard let multi = MultiHandle(connectionsPerHost: configuration.maximumConnectionsPerHost) else {
            return refuse()
        }
        var isHurried = false
        while queue.take(into: &commands) {
            let hasCommands = !commands.isEmpty
            while let command = commands.popLast() { follow(command, on: multi) }
            if deadlines.comeDue() { endOverdue(on: multi) }
            // libcurl may end a transfer while it begins it, and wakes nobody for that.
            repeat {
                multi.runTimers()
                collectFinished(from: multi)
            } while startWaiting(on: multi)
            let isBusy = hasCommands || !finished.isEmpty || isHurried
            answerFinished()
            // What the tasks have posted goes out at once; the sockets have their turn where tasks go on without end.
            isHurried = runJobs() && !isHurried
            if isHurried { continue }
            // With more than one under way the thread hardly sleeps anyway.
            if running.count <= 1, vigil.goesOn(isBusy: isBusy, at: deadlines.now) {
                if !isBusy { sched_yield() }
                multi.look(deadlines)
            } else if queue.mayGoToSleep(on: multi) {
                multi.wait(until: deadlines)
            } else {
                multi.look(deadlines)
            }
        }
        while let command = commands.popLast() { follow(command, on: multi) }
        handOverJobs()
        while let continuation = lanes.removeWaiting() { continuation.resume(returning: .failure(.cancelled)) }
        while let handle = running.last { end(handle, with: .cancelled, on: multi) }
    }

    /// Ends the queue because libcurl can't be set up.
    private consuming func refuse() {
        let reason =
            OpenFiles.exhaustion.map { TransportError.outOfResources($0) } ?? .brokenOff("libcurl can't be set up")
        queue.stop(because: reason)
        _ = queue.take(into: &commands)
        handOverJobs()
        for case .start(_, let continuation) in commands { continuation.resume(returning: .failure(reason)) }
    }

    /// Runs the next steps of the tasks that share the thread; answers whether there were any.
    private mutating func runJobs() -> Bool {
        queue.take(into: &jobs)
        guard !jobs.isEmpty else { return false }
        for job in jobs { job.job.runSynchronously(on: job.executor) }
        jobs.removeAll(keepingCapacity: true)
        deadlines.readClock()
        return true
    }

    /// Leaves the tasks to the system's pool: the thread ends.
    private mutating func handOverJobs() {
        queue.take(into: &jobs)
        for job in jobs { globalConcurrentExecutor.enqueue(job.job) }
        jobs.removeAll()
    }

    private mutating func follow(_ command: TransferQueue.Order, on multi: MultiHandle) {
        switch command {
        case .start(let hop, let continuation):
            let lane = lanes.lane(hop.lane)
            if hop.isCancelled || !lanes.makeWait(hop, continuation, in: lane) {
                start(hop, continuation, in: lane, on: multi)
            }
        case .cancel(let hop):
            if let continuation = lanes.lane(hop.lane).waiting.remove(hop) {
                continuation.resume(returning: .failure(.cancelled))
            } else if let handle = running.first(where: { $0.transfer.pointee.hop === hop }) {
                end(handle, with: .cancelled, on: multi)
            }
        case .resume(let hop):
            running.first { $0.transfer.pointee.hop === hop }?.resume()
        }
    }

    /// Starts the hops that have waited longest, as far as places have become free; answers whether there were any.
    private mutating func startWaiting(on multi: MultiHandle) -> Bool {
        var hasStarted = false
        while let (lane, hop, continuation) = lanes.next() {
            start(hop, continuation, in: lane, on: multi)
            hasStarted = true
        }
        return hasStarted
    }

    private mutating func start(
        _ hop: Hop, _ continuation: Hop.Continuation, in lane: HostLane, on multi: MultiHandle
    ) {
        do throws(TransportError) {
            try handOver(hop, continuation, in: lane, on: multi)
        } catch {
            continuation.resume(returning: .failure(error))
        }
    }

    private mutating func handOver(
        _ hop: Hop, _ continuation: Hop.Continuation, in lane: HostLane, on multi: MultiHandle
    ) throws(TransportError) {
        guard !hop.isCancelled else { throw .cancelled }
        guard
            let handle = idle.popLast()
                ?? EasyHandle(
                    configuration: configuration, queue: queue, handshakes: handshakes, deadlines: deadlines)
        else {
            throw .brokenOff("libcurl provides no handle")
        }
        handle.prepare(hop, continuation)
        if let deadline = handle.transfer.pointee.plannedDeadline { deadlines.add(deadline) }
        guard console_curl_multi_add_handle(multi.pointer, handle.pointer) == CURLM_OK else {
            recycle(handle)
            throw .brokenOff("libcurl accepts no more transfers")
        }
        handle.takePlace(in: lane)
        handle.index = running.count
        running.append(handle)
    }

    private mutating func collectFinished(from multi: MultiHandle) {
        var left: Int32 = 0
        while let message = console_curl_multi_info_read(multi.pointer, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let handle = EasyHandle.owner(of: message.pointee.easy_handle)
            else { continue }
            finished.append((handle, message.pointee.data.result))
            remove(handle, from: multi)
        }
    }

    /// Resumes the tasks right after each other: the first wakes a thread, which then also runs the others.
    private mutating func answerFinished() {
        for (handle, code) in finished {
            if let continuation = handle.transfer.pointee.continuation {
                answers.append((continuation, handle.answer(for: code)))
            }
            recycle(handle)
        }
        finished.removeAll(keepingCapacity: true)
        for (continuation, answer) in answers { continuation.resume(returning: answer) }
        answers.removeAll(keepingCapacity: true)
    }

    /// Ends overdue transfers, after reading what has arrived: this thread may have been stopped for longer than the
    /// time-out, and a refresh token that has been spent can't be sent again.
    private mutating func endOverdue(on multi: MultiHandle) {
        multi.look(deadlines)
        collectFinished(from: multi)
        let now = deadlines.now
        var overdue: [(EasyHandle, TransportError)] = []
        for handle in running {
            guard let deadline = handle.transfer.pointee.deadline(at: now) else { continue }
            if deadline <= now {
                overdue.append((handle, .timedOut(handle.phase, after: handle.partialAnswer)))
            } else {
                deadlines.add(deadline)
            }
        }
        for (handle, error) in overdue { end(handle, with: error, on: multi) }
    }

    private mutating func end(_ handle: EasyHandle, with error: TransportError, on multi: MultiHandle) {
        remove(handle, from: multi)
        handle.transfer.pointee.continuation?.resume(returning: .failure(error))
        recycle(handle)
    }

    private mutating func remove(_ handle: EasyHandle, from multi: MultiHandle) {
        console_curl_multi_remove_handle(multi.pointer, handle.pointer)
        handle.leavePlace()
        running.swapAt(handle.index, running.count - 1)
        running[handle.index].index = handle.index
        running.removeLast()
    }

    private mutating func recycle(_ handle: EasyHandle) {
        handle.clear()
        if idle.count < Self.idleLimit { idle.append(handle) }
    }
}
