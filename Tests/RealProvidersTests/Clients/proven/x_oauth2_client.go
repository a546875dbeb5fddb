// golang.org/x/oauth2's Config.Client, as its documentation has it: it refreshes by itself when a token has ended.
package main

import (
	"context"
	"golang.org/x/oauth2"
	"net/http"
	"os"
	"strings"
)

func main() {
	at, ctx, param, state, verifier := os.Getenv, context.Background(), oauth2.SetAuthURLParam, random(), random()
	config := &oauth2.Config{
		ClientID: at("CLIENT_ID"), RedirectURL: at("REDIRECT_URI"), Scopes: strings.Fields(at("SCOPE")),
		Endpoint: oauth2.Endpoint{AuthURL: at("ISSUER") + "/authorize", TokenURL: at("ISSUER") + "/token"}}
	code := answer(config.AuthCodeURL(state, param("code_challenge", challengeOf(verifier)),
		param("code_challenge_method", "S256")), state)
	token, err := config.Exchange(ctx, code, param("code_verifier", verifier))
	if err != nil {
		panic(err)
	}
	client := config.Client(ctx, token)
	onEachLine(func() (*http.Response, error) { return client.Get(at("API") + "/orders") })
}
