package main

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"
)

// code is what a QR code says, once its signature was verified.
type code struct {
	number, name, course string
	issuedOn, expiresOn  string
	signedAt             time.Time
	signature            []byte
}

func (c code) String() string {
	until := c.expiresOn
	if until == "" {
		until = "no last day"
	}
	return fmt.Sprintf("%s, %s, %s, issued %s, %s", c.number, c.name, c.course, c.issuedOn, until)
}

// isAbout refuses facts of a log entry that are not those of the code; none prove nothing about it. A name in the code
// may be cut.
func (c code) isAbout(facts map[string]any) error {
	text := func(name string) string {
		value, _ := facts[name].(string)
		return value
	}
	cut := strings.TrimSuffix(c.name, "…")
	isName := text("name") == c.name || cut != c.name && strings.HasPrefix(text("name"), cut)
	if !isName || text("number") != c.number || text("issuedOn") != c.issuedOn || text("expiresOn") != c.expiresOn {
		return errors.New("the entry is about another certificate than the code")
	}
	return nil
}

var errCbor = errors.New("this is not the CBOR of a code")

// item is a value of CBOR: its major type, its argument, and what it contains.
type item struct {
	major byte
	arg   uint64
	bytes []byte
	items []item
}

// decode reads one value of CBOR with definite lengths, and returns what follows it.
func decode(in []byte, depth int) (item, []byte, error) {
	if len(in) == 0 || depth > 4 {
		return item{}, nil, errCbor
	}
	major, info := in[0]>>5, in[0]&31
	in = in[1:]
	arg := uint64(info)
	if info >= 24 {
		size := 1 << (info - 24)
		if info > 27 || len(in) < size {
			return item{}, nil, errCbor
		}
		var full [8]byte
		copy(full[8-size:], in[:size])
		arg, in = binary.BigEndian.Uint64(full[:]), in[size:]
	}
	one := item{major: major, arg: arg}
	count := uint64(0)
	switch major {
	case 2, 3:
		if arg > uint64(len(in)) {
			return item{}, nil, errCbor
		}
		one.bytes, in = in[:arg], in[arg:]
	case 4:
		count = arg
	case 5:
		count = 2 * arg
	case 6:
		count = 1
	}
	if count > 64 {
		return item{}, nil, errCbor
	}
	for ; count > 0; count-- {
		inner, rest, err := decode(in, depth+1)
		if err != nil {
			return item{}, nil, err
		}
		one.items, in = append(one.items, inner), rest
	}
	return one, in, nil
}

// number is the value of an integer of either sign.
func (i item) number() (int64, bool) {
	if i.major > 1 || i.arg > 1<<53 {
		return 0, false
	}
	if i.major == 1 {
		return -1 - int64(i.arg), true
	}
	return int64(i.arg), true
}

// labels reads bytes that are one map whose labels are numbers, each once.
func labels(bytes []byte) (map[int64]item, error) {
	whole, rest, err := decode(bytes, 0)
	if err != nil || len(rest) > 0 || whole.major != 5 {
		return nil, errCbor
	}
	found := map[int64]item{}
	for at := 0; at < len(whole.items); at += 2 {
		label, isNumber := whole.items[at].number()
		if _, isTwice := found[label]; isTwice || !isNumber {
			return nil, errCbor
		}
		found[label] = whole.items[at+1]
	}
	return found, nil
}

// head writes the beginning of a value of CBOR.
func head(major byte, length int) []byte {
	switch {
	case length < 24:
		return []byte{major<<5 | byte(length)}
	case length < 256:
		return []byte{major<<5 | 24, byte(length)}
	}
	return []byte{major<<5 | 25, byte(length >> 8), byte(length)}
}

func (k keys) readCode(text string) (code, error) {
	if len(text) > 2000 {
		return code{}, errors.New("the code is too long")
	}
	cose, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ToUpper(text))
	if err != nil {
		return code{}, err
	}
	tagged, rest, err := decode(cose, 0)
	if err != nil || len(rest) > 0 || tagged.major != 6 || tagged.arg != 18 {
		return code{}, errCbor
	}
	parts := tagged.items[0].items
	if tagged.items[0].major != 4 || len(parts) != 4 {
		return code{}, errCbor
	}
	protected, empty, payload, signature := parts[0], parts[1], parts[2], parts[3]
	isFormed := protected.major == 2 && empty.major == 5 && empty.arg == 0 && payload.major == 2 && signature.major == 2
	if !isFormed || len(signature.bytes) != 64 {
		return code{}, errCbor
	}
	headers, err := labels(protected.bytes)
	if err != nil {
		return code{}, err
	}
	algorithm, _ := headers[1].number()
	if len(headers) != 2 || algorithm != -8 || headers[4].major != 2 {
		return code{}, errCbor
	}
	read, err := factsIn(payload.bytes)
	if err != nil {
		return code{}, err
	}
	message := append(head(4, 4), append(head(3, 10), "Signature1"...)...)
	message = append(message, append(head(2, len(protected.bytes)), protected.bytes...)...)
	message = append(message, head(2, 0)...)
	message = append(message, append(head(2, len(payload.bytes)), payload.bytes...)...)
	read.signature = signature.bytes
	id := base64.RawURLEncoding.EncodeToString(headers[4].bytes)
	return read, k.signedBy(id, read.signedAt, message, signature.bytes)
}

func factsIn(payload []byte) (code, error) {
	facts, err := labels(payload)
	if err != nil {
		return code{}, err
	}
	version, _ := facts[0].number()
	if len(facts) != 10 || version != 1 {
		return code{}, errors.New("the code is of another version")
	}
	day := func(label int64) (string, bool) {
		days, isNumber := facts[label].number()
		return time.Unix(days*86400, 0).UTC().Format("2006-01-02"), isNumber
	}
	for _, label := range []int64{1, 2, 3, 7, 8, 9} {
		if facts[label].major != 3 {
			return code{}, errCbor
		}
	}
	read := code{number: string(facts[1].bytes), name: string(facts[2].bytes), course: string(facts[3].bytes)}
	issued, hasDay := day(4)
	signedAt, hasTime := facts[6].number()
	read.issuedOn, read.signedAt = issued, time.Unix(signedAt, 0)
	isNull := facts[5].major == 7 && facts[5].arg == 22
	last, hasLast := day(5)
	if !isNull {
		read.expiresOn = last
	}
	if !hasDay || !hasTime || !(isNull || hasLast) {
		return code{}, errCbor
	}
	return read, nil
}
