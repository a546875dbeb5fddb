// The answer to a sign-in, on the port that is named; and a call for each line of the standard input.
package main

import (
	"bufio"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
)

func random() string {
	bytes := make([]byte, 32)
	rand.Read(bytes)
	return base64.RawURLEncoding.EncodeToString(bytes)
}

func challengeOf(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// Prints the link, and returns the code that its answer brings.
func answer(link, state string) string {
	codes := make(chan string)
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("state") == state {
			codes <- r.FormValue("code")
		}
	})
	go http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), handler)
	fmt.Println(link)
	return <-codes
}

// Calls, and prints the status; a call that fails is no reason to end.
func onEachLine(call func() (*http.Response, error)) {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		if answer, err := call(); err == nil {
			fmt.Println(answer.StatusCode)
			answer.Body.Close()
		} else {
			fmt.Println("failed:", err)
		}
	}
}
