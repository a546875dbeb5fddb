import Scenarios
import SessionCore
import TerminalUI

/// Why a step can't be carried out.
struct StepFlaw: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// Carries out the steps of a scenario as the keys do that stand for them.
extension Workspace {
    /// Performs the action of a step at the sessions that it is for.
    mutating func perform(_ step: Step) -> Result<[WorkspaceEffect], StepFlaw> {
        var effects: [WorkspaceEffect] = []
        do throws(StepFlaw) {
            for index in step.sessions(models.count) {
                if shown.contains(index) { focused = index }
                let own = try perform(step.action, at: index)
                if let obstacle = own.lazy.compactMap(\.reaches.obstacleInScenario).first { throw StepFlaw(obstacle) }
                effects += carried(own, of: index)
            }
        } catch {
            return .failure(error)
        }
        return .success(effects)
    }

    private mutating func perform(_ action: StepAction, at index: Int) throws(StepFlaw) -> [Effect] {
        switch action {
        case .signIn(let step): return try signIn(step, StepUp(step), at: index)
        case .stepUp(let step):
            guard let asked = models[index].screens.session.response.stepUp else {
                throw StepFlaw("the last answer asks for no other scope or sign-in")
            }
            return try signIn(step, asked, at: index)
        case .signOut(let isForced): return try ifSignedIn([.session(.signOut(force: isForced))], at: index)
        case .call(let call): return try begin(call, at: index)
        case .refresh: return try ifSignedIn([.session(.refresh)], at: index)
        case .fetchUserInfo: return try ifSignedIn([.session(.fetchUserInfo(isAsked: true))], at: index)
        case .arm(let name, let times): return try arm(name, times, at: index)
        case .disarm(let name): return [.fault(.clear(try fault(named: name, at: index)))]
        case .disarmAll:
            return Fault.allCases.filter { models[index].scene.armedFaults[$0] != nil }.map { .fault(.clear($0)) }
        case .preset(let name):
            guard let preset = Preset(rawValue: name) else { throw StepFlaw("unknown preset '\(name)'") }
            return try acted(models[index].start(preset), at: index)
        case .provider(let step): return try provider(step, at: index)
        case .show(let name):
            guard let screen = ScreenID(rawValue: name) else { throw StepFlaw("unknown screen '\(name)'") }
            return models[index].show(screen)
        case .press(let names): return try press(names, at: index)
        case .wait, .waitUntil, .say, .pause, .expect: return []
        }
    }

    /// The effects of an action; where there are none, the notice says why.
    private func acted(_ effects: [Effect], at index: Int) throws(StepFlaw) -> [Effect] {
        guard effects.isEmpty else { return effects }
        if let notice = models[index].shell.notice { throw StepFlaw(notice.text) }
        return try ifSignedIn(effects, at: index)
    }

    private func ifSignedIn(_ effects: [Effect], at index: Int) throws(StepFlaw) -> [Effect] {
        guard models[index].scene.isSignedIn else {
            guard case .noSession(let end) = models[index].scene.status.state else { throw StepFlaw("not signed in") }
            throw StepFlaw("not signed in: \(end)")
        }
        return effects
    }

    private mutating func type(_ keys: [Key], at index: Int) -> [Effect] {
        keys.flatMap { update(&models[index], .terminal(.keyPressed($0))) }
    }

    // MARK: - Signing in

    private mutating func signIn(_ step: SignInStep, _ stepUp: StepUp, at index: Int) throws(StepFlaw) -> [Effect] {
        let flow: SignInFlowKind =
            switch step.method {
            case .password: .password
            case .browser: .browser
            case .device: .device
            case .client: .client
            }
        var keys: [Key] = [.character(flow.letter)]
        if flow == .password {
            guard let user = step.user else { throw StepFlaw("a sign-in by password needs a user") }
            guard let password = password(of: user, at: index) else {
                throw StepFlaw("the password of '\(user)' is not known: name its file with --password-file")
            }
            keys += [.paste(user), .tab, .paste(password.reveal()), .enter]
        }
        let effects = models[index].openSignIn(asking: stepUp) + type(keys, at: index)
        let begins = effects.contains { if case .signIn(.start) = $0 { true } else { false } }
        guard begins else {
            let dialog = models[index].shell.dialog as? SignInDialog
            throw StepFlaw(dialog?.note ?? models[index].shell.notice?.text ?? "the sign-in did not begin")
        }
        return effects
    }

    private func password(of user: String, at index: Int) -> Secret? {
        let known = models[index].scene.context.demoUsers.first { $0.username == user }
        return known.map { Secret($0.password) } ?? playback?.password
    }

    // MARK: - Calls

    private mutating func begin(_ call: CallStep, at index: Int) throws(StepFlaw) -> [Effect] {
        var draft = RequestDraft()
        draft.method = call.method
        draft.target = call.target
        draft.headers = call.headers.map { HTTPHeaders.Field(name: $0.name, value: $0.value) }
        draft.body = call.body
        if call.isPublic { draft.authorization = .none }
        models[index].screens.session.request.show(draft)
        return try acted(models[index].carryOut([.call(draft, count: call.count)]), at: index)
    }

    // MARK: - Faults and the provider

    private func fault(named name: String, at index: Int) throws(StepFlaw) -> Fault {
        guard let fault = Fault(rawValue: name) else { throw StepFlaw("unknown fault '\(name)'") }
        guard models[index].scene.context.faults.contains(fault) else {
            throw StepFlaw("only the demo's provider can inject '\(name)'")
        }
        return fault
    }

    private mutating func arm(_ name: String, _ times: StepAction.Times, at index: Int) throws(StepFlaw) -> [Effect] {
        let fault = try fault(named: name, at: index)
        let arming: Fault.Arming =
            switch times {
            case .own: fault.ownArming
            case .count(let count): .times(count)
            case .untilDisarmed: .untilDisarmed
            }
        return try acted(models[index].inject(fault, arming), at: index)
    }

    private func provider(_ step: ProviderStep, at index: Int) throws(StepFlaw) -> [Effect] {
        switch step {
        case .revokeSession: return [.fault(.inject(.revokedSession, Fault.revokedSession.ownArming))]
        case .revokeAccessToken:
            guard let token = models[index].scene.status.accessToken else { throw StepFlaw("not signed in") }
            return [.provider(.revokeToken(token.fingerprint))]
        case .setLifetimes(let access, let refresh): return [.provider(.setLifetimes(access: access, refresh: refresh))]
        case .setClock(let offset): return [.provider(.setClock(offset: offset))]
        }
    }

    // MARK: - Keys

    private mutating func press(_ names: [String], at index: Int) throws(StepFlaw) -> [Effect] {
        var keys: [Key] = []
        for name in names {
            guard let key = Key(word: name) else { throw StepFlaw("unknown key '\(name)'") }
            keys.append(key)
        }
        // Who plays it has agreed to what it does.
        models[index].shell.mayEndSession = true
        return type(keys, at: index)
    }
}

extension StepUp {
    /// What a step asks for besides the usual.
    fileprivate init(_ step: SignInStep) {
        self.init()
        (scope, acrValues) = (step.scope, step.acrValues)
    }
}

extension Outside {
    /// Why a scenario can't do it; `nil` where it can.
    fileprivate var obstacleInScenario: String? {
        guard isRefused(by: .beyondScenario) else { return nil }
        if contains(.departure) { return "a scenario can't end or suspend the console" }
        if contains(.secret) { return "a scenario neither copies nor shows a token" }
        return "a scenario runs no program and writes no file"
    }
}
