package main

import (
	"bytes"
	"compress/zlib"
	"crypto"
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/asn1"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"time"
)

var (
	rangeForm  = regexp.MustCompile(`/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s+(\d+)\s*\]`)
	timeForm   = regexp.MustCompile(`/M\s*\(D:(\d{14})(Z|[+-]\d\d'\d\d)`)
	linkForm   = regexp.MustCompile(`/URI\s*\([^()\\]*/C#([A-Za-z2-7]+)\)`)
	changeForm = regexp.MustCompile(`/TransformMethod\s*/DocMDP\s*/TransformParams\s*<<[^>]*/P\s+1\b`)
	streamForm = regexp.MustCompile(`/EmbeddedFile\b[^\x00]{0,300}?>>\s*stream\r?\n`)
)

var (
	oidData          = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 1}
	oidSignedData    = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 2}
	oidContentType   = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 3}
	oidMessageDigest = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 4}
	oidSigner        = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 2, 47}
	oidSha256        = asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, 1}
)

type algorithm struct {
	ID         asn1.ObjectIdentifier
	Parameters asn1.RawValue `asn1:"optional"`
}

type contentInfo struct {
	Type    asn1.ObjectIdentifier
	Content asn1.RawValue `asn1:"explicit,optional,tag:0"`
}

type signedData struct {
	Version      int
	Digests      asn1.RawValue
	Content      contentInfo
	Certificates asn1.RawValue `asn1:"optional,tag:0"`
	Crls         asn1.RawValue `asn1:"optional,tag:1"`
	Signers      []signerInfo  `asn1:"set"`
}

type signerInfo struct {
	Version   int
	Sid       asn1.RawValue
	Digest    algorithm
	Signed    asn1.RawValue `asn1:"optional,tag:0"`
	Algorithm algorithm
	Signature []byte
	Unsigned  asn1.RawValue `asn1:"optional,tag:1"`
}

type attribute struct {
	Type   asn1.ObjectIdentifier
	Values []asn1.RawValue `asn1:"set"`
}

// signingCertificate is the first of signing-certificate-v2 whose digest is the default, SHA-256.
type signingCertificate struct {
	IDs []struct {
		Hash   []byte
		Issuer asn1.RawValue `asn1:"optional"`
	}
}

var errCms = errors.New("the signature is in another form")

func (k keys) verifyPdf(pdf []byte, vkeys []string) error {
	found := rangeForm.FindSubmatch(pdf)
	if !bytes.HasPrefix(pdf, []byte("%PDF-")) || found == nil {
		return errors.New("this is no signed PDF")
	}
	var at [3]int
	for i := range at {
		n, err := strconv.Atoi(string(found[i+1]))
		if err != nil {
			return err
		}
		at[i] = n
	}
	a, b, end := at[0], at[1], at[1]+at[2]
	if a < 0 || b <= a+2 || at[2] < 0 || end > len(pdf) || pdf[a] != '<' || pdf[b-1] != '>' {
		return errors.New("the signature leaves something out")
	}
	if len(bytes.TrimSpace(pdf[end:])) > 0 {
		return errors.New("something was added behind what is signed")
	}
	der, err := hex.DecodeString(string(pdf[a+1 : b-1]))
	if err != nil {
		return err
	}
	digest := sha256.New()
	digest.Write(pdf[:a])
	digest.Write(pdf[b:end])
	when, err := timeIn(pdf)
	if err != nil {
		return err
	}
	if !changeForm.Match(pdf) {
		return errors.New("the signature does not forbid changes")
	}
	subject, err := k.verifyCms(der, digest.Sum(nil), when)
	if err != nil {
		return err
	}
	fmt.Println("signed by", subject, "at", when.UTC().Format(time.RFC3339))
	link := linkForm.FindSubmatch(pdf)
	if link == nil {
		return errors.New("the file has no code")
	}
	read, err := k.readCode(string(link[1]))
	if err != nil {
		return err
	}
	fmt.Println(read)
	if len(vkeys) == 0 {
		return nil
	}
	for _, place := range streamForm.FindAllIndex(pdf, -1) {
		if text := inflated(pdf[place[1]:]); bytes.HasPrefix(text, []byte("c2sp.org/tlog-proof@v1\n")) {
			stated, err := verifyProof(string(text), vkeys)
			if err != nil {
				return err
			}
			return read.isAbout(stated)
		}
	}
	return errors.New("the file has no proof")
}

func inflated(stream []byte) []byte {
	reader, err := zlib.NewReader(bytes.NewReader(stream))
	if err != nil {
		return nil
	}
	text, _ := io.ReadAll(io.LimitReader(reader, 1<<20))
	return text
}

func timeIn(pdf []byte) (time.Time, error) {
	found := timeForm.FindSubmatch(pdf)
	if found == nil {
		return time.Time{}, errors.New("the signature has no time")
	}
	if string(found[2]) == "Z" {
		return time.Parse("20060102150405", string(found[1]))
	}
	return time.Parse("20060102150405-07'00", string(found[1])+string(found[2]))
}

func (k keys) verifyCms(der, digest []byte, when time.Time) (string, error) {
	var outer contentInfo
	rest, err := asn1.Unmarshal(der, &outer)
	if err != nil || len(bytes.Trim(rest, "\x00")) > 0 || !outer.Type.Equal(oidSignedData) {
		return "", errCms
	}
	var data signedData
	if _, err := asn1.Unmarshal(outer.Content.Bytes, &data); err != nil {
		return "", err
	}
	if len(data.Signers) != 1 || !data.Content.Type.Equal(oidData) || len(data.Content.Content.FullBytes) > 0 {
		return "", errCms
	}
	signer := data.Signers[0]
	if !signer.Digest.ID.Equal(oidSha256) {
		return "", errCms
	}
	attributes := append([]byte{0x31}, signer.Signed.FullBytes[1:]...)
	var all []attribute
	if _, err := asn1.UnmarshalWithParams(attributes, &all, "set"); err != nil {
		return "", err
	}
	values := map[string]asn1.RawValue{}
	for _, one := range all {
		if _, isTwice := values[one.Type.String()]; isTwice || len(one.Values) != 1 {
			return "", errCms
		}
		values[one.Type.String()] = one.Values[0]
	}
	var contentType asn1.ObjectIdentifier
	_, err = asn1.Unmarshal(values[oidContentType.String()].FullBytes, &contentType)
	if err != nil || !contentType.Equal(oidData) {
		return "", errCms
	}
	if !bytes.Equal(values[oidMessageDigest.String()].Bytes, digest) {
		return "", errors.New("the file was changed")
	}
	var named signingCertificate
	_, err = asn1.Unmarshal(values[oidSigner.String()].FullBytes, &named)
	if err != nil || len(named.IDs) != 1 {
		return "", errCms
	}
	for _, published := range k.PdfSigners {
		sum := sha256.Sum256(published.Certificate)
		if !bytes.Equal(sum[:], named.IDs[0].Hash) {
			continue
		}
		certificate, err := x509.ParseCertificate(published.Certificate)
		if err != nil {
			return "", err
		}
		own := period{certificate.NotBefore, &certificate.NotAfter}
		if !published.has(when) || !own.has(when) {
			return "", errors.New("the certificate was not in use at that time")
		}
		return published.Subject, isSigned(certificate, attributes, signer.Signature)
	}
	return "", errors.New("this is not a certificate of the academy")
}

func isSigned(certificate *x509.Certificate, message, signature []byte) error {
	sum := sha256.Sum256(message)
	switch key := certificate.PublicKey.(type) {
	case *rsa.PublicKey:
		return rsa.VerifyPKCS1v15(key, crypto.SHA256, sum[:], signature)
	case *ecdsa.PublicKey:
		if ecdsa.VerifyASN1(key, sum[:], signature) {
			return nil
		}
	}
	return errors.New("the signature is wrong")
}
