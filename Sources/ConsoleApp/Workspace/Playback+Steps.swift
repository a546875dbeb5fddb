import ConsoleFaults
import ConsoleKit
import Scenarios
import SessionCore
import TerminalUI

/// Why a step can't be carried out.
struct StepFlaw: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// Carries out the steps of a scenario as the keys do that stand for them.
extension Playback {
    /// Performs the action of a step at the sessions that it is for.
    func perform(_ step: ScenarioStep, _ sessions: inout OpenSessions) -> Result<[WorkspaceEffect], StepFlaw> {
        var effects: [WorkspaceEffect] = []
        do throws(StepFlaw) {
            for index in step.sessions(sessions.models.count) {
                if sessions.shown.contains(index) { sessions.focused = index }
                let own = try perform(step.action, on: &sessions.models[index])
                if let obstacle = own.lazy.compactMap(\.reaches.obstacleInScenario).first { throw StepFlaw(obstacle) }
                effects += own.map { .session(index, $0) }
            }
        } catch {
            return .failure(error)
        }
        return .success(effects)
    }

    private func perform(_ action: StepAction, on model: inout Model) throws(StepFlaw) -> [Effect] {
        switch action {
        case .signIn(let step): return try signIn(step, StepUp(step), on: &model)
        case .stepUp(let step):
            guard let asked = model.screens.session.response.stepUp else {
                throw StepFlaw("the last answer asks for no other scope or sign-in")
            }
            return try signIn(step, asked, on: &model)
        case .confirmIssuer:
            guard case .confirming = model.scene.chain?.stage else {
                throw StepFlaw("no issuer waits to be confirmed")
            }
            return model.discover(.findClient)
        case .signOut(let isForced): return try ifSignedIn([.session(.signOut(force: isForced))], on: model)
        case .call(let call): return try begin(call, on: &model)
        case .refresh: return try ifSignedIn([.session(.refresh)], on: model)
        case .fetchUserInfo: return try ifSignedIn([.session(.fetchUserInfo(isAsked: true))], on: model)
        case .arm(let name, let times): return try arm(name, times, on: &model)
        case .disarm(let name): return [.fault(.clear(try fault(named: name, on: model)))]
        case .disarmAll:
            return LabFault.ofSessions.filter { model.scene.armedFaults[$0] != nil }.map { .fault(.clear($0)) }
        case .preset(let name):
            guard let preset = Preset(rawValue: name) else { throw StepFlaw("unknown preset '\(name)'") }
            return try acted(model.start(preset), on: model)
        case .provider(let step): return try provider(step, on: model)
        case .show(let name):
            guard let screen = ScreenID(rawValue: name) else { throw StepFlaw("unknown screen '\(name)'") }
            return model.show(screen)
        case .press(let names): return try press(names, on: &model)
        case .client: throw StepFlaw("it is about another program")
        case .wait, .waitUntil, .say, .pause, .expect: return []
        }
    }

    /// The effects of an action; where there are none, the notice says why.
    private func acted(_ effects: [Effect], on model: Model) throws(StepFlaw) -> [Effect] {
        guard effects.isEmpty else { return effects }
        if let notice = model.shell.notice { throw StepFlaw(notice.text) }
        return try ifSignedIn(effects, on: model)
    }

    private func ifSignedIn(_ effects: [Effect], on model: Model) throws(StepFlaw) -> [Effect] {
        guard model.scene.isSignedIn else {
            guard case .noSession(let end) = model.scene.status.state else {
                throw StepFlaw("\(SessionError.noSession)")
            }
            throw StepFlaw(end.state)
        }
        return effects
    }

    private func type(_ keys: [Key], on model: inout Model) -> [Effect] {
        keys.flatMap { update(&model, .terminal(.keyPressed($0))) }
    }

    // MARK: - Signing in

    private func signIn(_ step: ScenarioSignIn, _ stepUp: StepUp, on model: inout Model) throws(StepFlaw) -> [Effect] {
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
            guard let password = password(of: user, on: model) else {
                throw StepFlaw("the password of '\(user)' is not known: name its file with --password-file")
            }
            keys += [.paste(user), .tab, .paste(password.reveal()), .enter]
        }
        let effects = model.openSignIn(asking: stepUp) + type(keys, on: &model)
        let begins = effects.contains { if case .signIn(.start) = $0 { true } else { false } }
        guard begins else {
            let dialog = model.shell.dialog as? SignInDialog
            throw StepFlaw(dialog?.note ?? model.shell.notice?.text ?? "the sign-in did not begin")
        }
        return effects
    }

    private func password(of user: String, on model: Model) -> Secret? {
        let known = model.scene.context.demoUsers.first { $0.username == user }
        return known.map { Secret($0.password) } ?? password
    }

    // MARK: - Calls

    private func begin(_ call: CallStep, on model: inout Model) throws(StepFlaw) -> [Effect] {
        var draft = RequestDraft()
        draft.method = call.method
        draft.target = call.target
        draft.headers = call.headers.map { HTTPHeaders.Field(name: $0.name, value: $0.value) }
        draft.body = call.body
        if call.isPublic { draft.authorization = .none }
        model.screens.session.request.show(draft)
        return try acted(model.carryOut([.call(draft, count: call.count)]), on: model)
    }

    // MARK: - Faults and the provider

    private func fault(named name: String, on model: Model) throws(StepFlaw) -> LabFault {
        guard let fault = LabFault(rawValue: name) else { throw StepFlaw("unknown fault '\(name)'") }
        guard model.scene.context.faults.contains(fault) else {
            throw StepFlaw("only the demo's provider can inject '\(name)'")
        }
        return fault
    }

    private func arm(_ name: String, _ times: StepAction.Times, on model: inout Model) throws(StepFlaw) -> [Effect] {
        let fault = try fault(named: name, on: model)
        let arming: LabFault.Arming =
            switch times {
            case .own: fault.ownArming
            case .count(let count): .times(count)
            case .untilDisarmed: .untilDisarmed
            }
        return try acted(model.inject(fault, arming), on: model)
    }

    private func provider(_ step: ProviderStep, on model: Model) throws(StepFlaw) -> [Effect] {
        switch step {
        case .revokeSession: return [.fault(.inject(.revokedSession, LabFault.revokedSession.ownArming))]
        case .revokeAccessToken:
            guard let token = model.scene.status.accessToken else { throw StepFlaw("\(SessionError.noSession)") }
            return [.provider(.revokeToken(token.fingerprint))]
        case .setLifetimes(let access, let refresh): return [.provider(.setLifetimes(access: access, refresh: refresh))]
        case .setClock(let offset): return [.provider(.setClock(offset: offset))]
        }
    }

    // MARK: - Keys

    private func press(_ names: [String], on model: inout Model) throws(StepFlaw) -> [Effect] {
        var keys: [Key] = []
        for name in names {
            guard let key = Key(word: name) else { throw StepFlaw("unknown key '\(name)'") }
            keys.append(key)
        }
        // Who plays it has agreed to what it does.
        model.shell.mayEndSession = true
        return type(keys, on: &model)
    }
}

extension StepUp {
    /// What a step asks for besides the usual.
    fileprivate init(_ step: ScenarioSignIn) {
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
