// Verifies what the academy publishes, by docs/formats.md and docs/public-log.md alone. Standard library only.
//
//	verifier code KEYS CODE [LIST]    the text of a QR code, and whether it is in a list of withdrawals
//	verifier list KEYS LIST           a list of withdrawals
//	verifier pdf KEYS PDF [VKEY …]    a PDF, the code in it, and its proof by the log's keys
//	verifier proof PROOF VKEY …       a proof of the public log
//	verifier place STATUSLIST PLACE   whether a place of a status list is set; its proof is not checked
//
// It prints what it found, and ends with 1 for anything that is not valid.
package main

import (
	"bytes"
	"compress/gzip"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

type period struct {
	ValidFrom  time.Time  `json:"validFrom"`
	ValidUntil *time.Time `json:"validUntil"`
}

const leeway = 5 * time.Minute

func (p period) has(at time.Time) bool {
	return !at.Before(p.ValidFrom.Add(-leeway)) && (p.ValidUntil == nil || !at.After(p.ValidUntil.Add(leeway)))
}

type keys struct {
	Keys []struct {
		ID  string `json:"id"`
		Key string `json:"key"`
		period
	} `json:"keys"`
	PdfSigners []struct {
		Certificate []byte `json:"certificate"`
		Subject     string `json:"subject"`
		period
	} `json:"pdfSigners"`
}

type list struct {
	AsOf       string  `json:"asOf"`
	NextUpdate string  `json:"nextUpdate"`
	Withdrawn  []row   `json:"withdrawn"`
	KeyID      string  `json:"keyId"`
	Signature  string  `json:"signature"`
	Signature2 *string `json:"signature2"`
}

type row struct {
	Digest string `json:"digest"`
	Of     string `json:"of"`
	Kind   string `json:"kind"`
	On     string `json:"on"`
	Index  *int   `json:"index"`
	Entry  *int   `json:"entry"`
}

// signedBy checks an Ed25519 signature by a key for facts, and that the key was in use then.
func (k keys) signedBy(id string, at time.Time, message, signature []byte) error {
	for _, one := range k.Keys {
		if one.ID != id {
			continue
		}
		key, err := base64.RawURLEncoding.DecodeString(one.Key)
		if err != nil || len(key) != ed25519.PublicKeySize {
			return errors.New("the key is malformed")
		}
		if !ed25519.Verify(key, message, signature) {
			return errors.New("the signature is wrong")
		}
		if !one.has(at) {
			return errors.New("the key was not in use at that time")
		}
		return nil
	}
	return errors.New("the academy has no such key")
}

func (l list) verify(k keys) error {
	head, signature := "fairlead withdrawals", l.Signature
	if l.Signature2 != nil {
		head, signature = "fairlead withdrawals 2", *l.Signature2
	}
	rows := make([]any, 0, len(l.Withdrawn))
	for _, r := range l.Withdrawn {
		at := r.Entry
		if l.Signature2 != nil {
			at = r.Index
		}
		rows = append(rows, []any{r.Digest, r.Of, r.Kind, r.On, at})
	}
	text, err := json.Marshal([]any{l.AsOf, l.NextUpdate, rows})
	if err != nil {
		return err
	}
	asOf, err := time.Parse(time.RFC3339, l.AsOf)
	if err != nil {
		return err
	}
	decoded, err := base64.RawURLEncoding.DecodeString(signature)
	if err != nil {
		return err
	}
	return k.signedBy(l.KeyID, asOf, append([]byte(head+"\n"), text...), decoded)
}

// stateOf says what a list knows of a code.
func (l list) stateOf(c code, now time.Time) string {
	digest := func(bytes []byte) string {
		sum := sha256.Sum256(bytes)
		return base64.RawURLEncoding.EncodeToString(sum[:16])
	}
	names := map[string]string{"code": digest(c.signature), "number": digest([]byte(c.number))}
	for _, r := range l.Withdrawn {
		if names[r.Of] == r.Digest {
			return r.Kind + " on " + r.On
		}
	}
	asOf, _ := time.Parse(time.RFC3339, l.AsOf)
	next, err := time.Parse(time.RFC3339, l.NextUpdate)
	if err != nil || asOf.Before(c.signedAt) || next.Before(now) {
		return "not in the list, which is too old to say"
	}
	return "not withdrawn as of " + l.AsOf
}

// place says whether a place of a status list is set.
func place(statusList []byte, text string) (bool, error) {
	var list struct {
		CredentialSubject struct {
			EncodedList string `json:"encodedList"`
		} `json:"credentialSubject"`
	}
	if err := json.Unmarshal(statusList, &list); err != nil {
		return false, err
	}
	encoded := list.CredentialSubject.EncodedList
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || !strings.HasPrefix(encoded, "u") {
		return false, errors.New("this is no status list, or no place")
	}
	zipped, err := base64.RawURLEncoding.DecodeString(encoded[1:])
	if err != nil {
		return false, err
	}
	reader, err := gzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		return false, err
	}
	bits, err := io.ReadAll(io.LimitReader(reader, 1<<20))
	if err != nil || n/8 >= len(bits) {
		return false, errors.New("the list is too short")
	}
	return bits[n/8]&(0x80>>(n%8)) != 0, nil
}

// answer reads the data of an answer of the API.
func answer[T any](path string) (data T, err error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return data, err
	}
	var whole struct {
		Data T `json:"data"`
	}
	err = json.Unmarshal(content, &whole)
	return whole.Data, err
}

func run(args []string) error {
	if len(args) < 3 {
		return errors.New("usage: verifier code|list|pdf|proof|place FILE FILE …")
	}
	content, err := os.ReadFile(args[2])
	switch args[0] {
	case "place":
		content, err = os.ReadFile(args[1])
		if err != nil {
			return err
		}
		isSet, err := place(content, args[2])
		fmt.Println("withdrawn:", isSet)
		return err
	case "proof":
		content, err = os.ReadFile(args[1])
		if err != nil {
			return err
		}
		_, err := verifyProof(string(content), args[2:])
		return err
	}
	if err != nil {
		return err
	}
	known, err := answer[keys](args[1])
	if err != nil {
		return err
	}
	switch args[0] {
	case "list":
		withdrawals, err := answer[list](args[2])
		if err != nil {
			return err
		}
		fmt.Println("withdrawn:", len(withdrawals.Withdrawn), "as of", withdrawals.AsOf)
		return withdrawals.verify(known)
	case "code":
		_, text, _ := strings.Cut(strings.TrimSpace(string(content)), "#")
		read, err := known.readCode(text)
		if err != nil {
			return err
		}
		fmt.Println(read)
		if len(args) > 3 {
			withdrawals, err := answer[list](args[3])
			if err != nil {
				return err
			}
			if err := withdrawals.verify(known); err != nil {
				return err
			}
			fmt.Println(withdrawals.stateOf(read, time.Now()))
		}
		return nil
	case "pdf":
		return known.verifyPdf(content, args[3:])
	}
	return errors.New("there is no check of " + args[0])
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Println("not valid:", err)
		os.Exit(1)
	}
}
