/** The explanatory text of an evidence pack, for a reader who must rely on it and does not know this program. */
export const howToCheck = ({
  academy,
  packedAt,
  publicUrl,
}: {
  academy: string;
  packedAt: string;
  publicUrl: string;
}) =>
  `Evidence of training, ${academy}, packed ${packedAt}

report.html       The full record, to read and print, with a picture of what was watched of each video.
evidence.json     The same record for programs: the learner; which seconds of each video were credited and when ("sittings");
                  what was watched without a link ("offline"), and the signed records that show it ("offlineRecords");
                  attendance; each test paper with the options, the correct answer and the answer given; the
                  certificate. Times are UTC, lengths in seconds.
certificate.pdf   The certificate, when one was issued. Its own signature is shown by a PDF reader.
signature.jws     The academy's signature (JWS, RFC 7515, EdDSA with Ed25519) over the SHA-256 digests of the other files.

How to check

1. Fetch the academy's public keys: ${publicUrl}/api/verify/keys
2. Check signature.jws with the key whose id is the header's "kid". Any JWS library does that; with Node.js and jose:
   compactVerify(jws, await importJWK({ kty: 'OKP', crv: 'Ed25519', x: key.key }, 'EdDSA'))
   The header's "typ" must be fairlead-evidence+jws.
3. "files" in its payload names the digests. Compare them with those of the files:
   sha256sum evidence.json report.html certificate.pdf

What was watched without a link was recorded by the device and signed with its key, and was credited when the record
arrived, by the same rule. The times at which it was watched are those of the device's clock.

What it proves: the seconds of the videos are credited by the academy's own clock, at no more than the stated speed. This proves that the time passed, not that attention was paid.
`;
