package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

var errProof = errors.New("this is not a proof")

func hash(parts ...[]byte) []byte {
	sum := sha256.Sum256(bytes.Join(parts, nil))
	return sum[:]
}

// rootOf follows the hashes from an entry up to the root (RFC 9162, 2.1.3.2).
func rootOf(index, size uint64, node []byte, proof [][]byte) ([]byte, error) {
	last := size - 1
	for _, other := range proof {
		if last == 0 {
			return nil, errors.New("the proof is too long")
		}
		if index&1 == 1 || index == last {
			node = hash([]byte{1}, other, node)
			for index&1 == 0 && index != 0 {
				index, last = index>>1, last>>1
			}
		} else {
			node = hash([]byte{1}, node, other)
		}
		index, last = index>>1, last>>1
	}
	if last != 0 {
		return nil, errors.New("the proof is too short")
	}
	return node, nil
}

// verifyNote checks the signatures of a checkpoint by keys in the form name+id+key; the log's own is required.
func verifyNote(body, signatures string, vkeys []string) error {
	origin, _, _ := strings.Cut(body, "\n")
	isByLog := false
	for _, vkey := range vkeys {
		parts := strings.SplitN(vkey, "+", 3)
		if len(parts) != 3 {
			return errors.New("a key is name+id+key")
		}
		encoded, err := base64.StdEncoding.DecodeString(parts[2])
		if err != nil || len(encoded) != 1+ed25519.PublicKeySize {
			return errors.New("the key is malformed")
		}
		id := hash([]byte(parts[0]+"\n"), encoded)[:4]
		if hex.EncodeToString(id) != parts[1] {
			return errors.New("the key has a wrong id")
		}
		for _, line := range strings.Split(strings.TrimSuffix(signatures, "\n"), "\n") {
			fields := strings.Split(line, " ")
			if len(fields) != 3 || fields[0] != "—" || fields[1] != parts[0] {
				continue
			}
			data, err := base64.StdEncoding.DecodeString(fields[2])
			if err != nil || len(data) < 4 || !bytes.Equal(data[:4], id) {
				continue
			}
			message, signature := body, data[4:]
			if encoded[0] == 4 && len(signature) > 8 {
				at := binary.BigEndian.Uint64(signature)
				message, signature = fmt.Sprintf("cosignature/v1\ntime %d\n", at)+body, signature[8:]
			}
			if !ed25519.Verify(encoded[1:], []byte(message), signature) {
				return errors.New("the signature of " + parts[0] + " is wrong")
			}
			isByLog = isByLog || encoded[0] == 1 && parts[0] == origin
			fmt.Println("checkpoint signed by", parts[0])
		}
	}
	if !isByLog {
		return errors.New("the log did not sign the checkpoint")
	}
	return nil
}

func verifyProof(text string, vkeys []string) (map[string]any, error) {
	start, note, _ := strings.Cut(text, "\n\n")
	lines := strings.Split(start, "\n")
	if len(lines) < 3 || lines[0] != "c2sp.org/tlog-proof@v1" {
		return nil, errProof
	}
	extra, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra "))
	if err != nil {
		return nil, err
	}
	index, err := strconv.ParseUint(strings.TrimPrefix(lines[2], "index "), 10, 53)
	if err != nil {
		return nil, err
	}
	var proof [][]byte
	for _, line := range lines[3:] {
		node, err := base64.StdEncoding.DecodeString(line)
		if err != nil || len(node) != sha256.Size {
			return nil, errProof
		}
		proof = append(proof, node)
	}
	body, signatures, hasBoth := strings.Cut(note, "\n\n")
	body += "\n"
	if !hasBoth {
		return nil, errProof
	}
	if err := verifyNote(body, signatures, vkeys); err != nil {
		return nil, err
	}
	head := strings.Split(body, "\n")
	if len(head) < 3 {
		return nil, errProof
	}
	size, err := strconv.ParseUint(head[1], 10, 53)
	if err != nil || index >= size {
		return nil, errProof
	}
	root, err := base64.StdEncoding.DecodeString(head[2])
	if err != nil {
		return nil, err
	}
	var opened struct {
		Entry string          `json:"entry"`
		Salt  *string         `json:"salt"`
		Facts json.RawMessage `json:"facts"`
	}
	if err := json.Unmarshal(extra, &opened); err != nil {
		return nil, err
	}
	found, err := rootOf(index, size, hash([]byte{0}, []byte(opened.Entry)), proof)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(found, root) {
		return nil, errors.New("the entry is not in the log")
	}
	return verifyEntry(opened.Entry, index, opened.Salt, opened.Facts)
}

func verifyEntry(text string, index uint64, salt *string, facts json.RawMessage) (map[string]any, error) {
	var entry []any
	if err := json.Unmarshal([]byte(text), &entry); err != nil || len(entry) != 6 {
		return nil, errProof
	}
	if number, isNumber := entry[0].(float64); !isNumber || uint64(number) != index+1 {
		return nil, errors.New("the entry belongs to another place in the log")
	}
	kind, _ := entry[2].(string)
	if kind != "issue" && kind != "correct" && kind != "record" {
		return nil, errors.New("the entry is about something else")
	}
	fmt.Println("log entry", index+1, kind, entry[1])
	if salt == nil {
		return nil, nil
	}
	var values map[string]any
	if err := json.Unmarshal(facts, &values); err != nil {
		return nil, err
	}
	// Go writes the names of a map in their order; it must not escape what JSON does not have to.
	var sorted bytes.Buffer
	encoder := json.NewEncoder(&sorted)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(values); err != nil {
		return nil, err
	}
	mac := hmac.New(sha256.New, []byte(*salt))
	mac.Write(bytes.TrimSuffix(sorted.Bytes(), []byte("\n")))
	if hex.EncodeToString(mac.Sum(nil)) != entry[4] {
		return nil, errors.New("the facts are not those of the entry")
	}
	return values, nil
}
