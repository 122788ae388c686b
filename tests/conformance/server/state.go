package main

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"
)

// stateLife is how long a client may take over one round.
const stateLife = 10 * time.Minute

// A state is what a call needs to remember between rounds. It travels through
// the client, so it is bound to its tool and to a time.
type state struct {
	Tool    string `json:"tool"`
	Round   int    `json:"round"`
	Expires int64  `json:"expires"`
}

// A sealer protects states against change: 2026-07-28 basic/patterns/mrtr,
// "requestState".
type sealer struct{ key []byte }

func newSealer() sealer {
	key := make([]byte, sha256.Size)
	_, _ = rand.Read(key) // never fails
	return sealer{key}
}

func (s sealer) mac(payload string) string {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte(payload))
	return encoded(mac.Sum(nil))
}

func encoded(text []byte) string { return base64.RawURLEncoding.EncodeToString(text) }

func (s sealer) seal(tool string, round int) string {
	text, _ := json.Marshal(state{tool, round, time.Now().Add(stateLife).Unix()}) // two strings and a number: never fails
	payload := encoded(text)
	return payload + "." + s.mac(payload)
}

// open gives the round of a state that this server sealed for that tool; 0 for
// none at all.
func (s sealer) open(sealed, tool string) (round int, err error) {
	if sealed == "" {
		return 0, nil
	}
	refused := &fault{Code: codeInvalidParams, Message: "requestState was not issued for this call"}
	payload, mac, _ := strings.Cut(sealed, ".")
	if !hmac.Equal([]byte(mac), []byte(s.mac(payload))) {
		return 0, refused
	}
	var is state
	text, err := base64.RawURLEncoding.DecodeString(payload)
	if err != nil || json.Unmarshal(text, &is) != nil || is.Tool != tool || time.Now().Unix() > is.Expires {
		return 0, refused
	}
	return is.Round, nil
}
