/// The ways to sign in, as `--flow` names them.
enum FlowName: String, CaseIterable {
    case code
    case device
    case password
    case clientCredentials = "client-credentials"
    case `import`
}
