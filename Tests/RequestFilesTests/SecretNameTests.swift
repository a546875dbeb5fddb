import RequestFiles
import Testing

@Suite(.timeLimit(.minutes(5))) struct SecretNameTests {
    @Test(arguments: [
        "password", "db_password", "apiKey", "api_key", "API_KEY", "apikey", "clientSecret", "access_token", "otp",
        "pin", "myToken", "github-token", "pass",
    ])
    func `such a variable holds a secret`(name: String) {
        #expect(name.isNameOfSecret)
    }

    @Test(arguments: [
        "keyword", "token_type", "monkey", "compass", "keys_url", "shipping", "keyId", "tokenEndpoint", "",
    ])
    func `such a variable holds none`(name: String) {
        #expect(!name.isNameOfSecret)
    }

    @Test func `the values of secret variables are told from the others`() {
        var scope = VariableScope()
        scope.given = ["password": "wonder", "keyword": "orders", "otp": ""]
        scope.environment = ["api_key": "k-12345", "token_url": "https://id.test/token", "secret": "https://id.test"]
        #expect(Set(scope.secretValues) == ["wonder", "k-12345"])
    }
}
