#!/usr/bin/env python3
"""Verifies that a certificate is in an academy's public log, by docs/public-log.md alone: no other code is shared.

Usage: verify_proof.py PROOF KEY [KEY ...]

PROOF is a .tlog-proof file, KEY a key of the log or of a witness. Prints what was verified, and ends with 1 otherwise.
Needs nothing but Python 3.8.
"""
import base64
import hashlib
import hmac
import json
import struct
import sys

# Ed25519 (RFC 8032, 5.1), for verification only: nothing here is secret, so nothing has to take constant time.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(p, q):
    """Adds two points in extended coordinates (x, y, z, xy)."""
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(n, p):
    q = (0, 1, 1, 0)
    while n:
        if n & 1:
            q = add(q, p)
        n, p = n >> 1, add(p, p)
    return q


def point(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if (v * x * x - u) % P:
        x = x * ROOT % P
    if y >= P or (v * x * x - u) % P or (x == 0 and sign):
        raise ValueError("this is no point of the curve")
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = point(bytes([0x58] + [0x66] * 31))


def is_signed(key, message, signature):
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or s >= ORDER:
        return False
    h = int.from_bytes(hashlib.sha512(r + key + message).digest(), "little") % ORDER
    a, b = times(s, BASE), add(point(r), times(h, point(key)))
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def sha256(data):
    return hashlib.sha256(data).digest()


def root_of(index, size, node, proof):
    """The root to which an inclusion proof leads (RFC 9162, 2.1.3.2)."""
    last = size - 1
    for other in proof:
        if last == 0:
            raise ValueError("the proof is too long")
        if index & 1 or index == last:
            node = sha256(b"\x01" + other + node)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            node = sha256(b"\x01" + node + other)
        index, last = index >> 1, last >> 1
    if last:
        raise ValueError("the proof is too short")
    return node


def verify(text, vkeys):
    head, _, note = text.partition("\n\n")
    lines = head.split("\n")
    if lines[0] != "c2sp.org/tlog-proof@v1" or not lines[1].startswith("extra ") or not lines[2].startswith("index "):
        raise ValueError("this is not a proof")
    extra = json.loads(base64.b64decode(lines[1][6:]))
    index, proof = int(lines[2][6:]), [base64.b64decode(line, validate=True) for line in lines[3:]]

    body, _, signatures = note.rpartition("\n\n")
    body = (body + "\n").encode()
    origin, size, root = body.decode().split("\n")[:3]
    signed_by_log = False
    for vkey in vkeys:
        name, _, rest = vkey.partition("+")
        key_id, _, encoded = rest.partition("+")
        kind, key = base64.b64decode(encoded)[0], base64.b64decode(encoded)[1:]
        if sha256(name.encode() + b"\n" + bytes([kind]) + key)[:4].hex() != key_id:
            raise ValueError(f"the key of {name} has a wrong id")
        for line in signatures.strip("\n").split("\n"):
            signer, data = line[2:].rsplit(" ", 1)
            data = base64.b64decode(data)
            if signer != name or data[:4].hex() != key_id:
                continue
            message, signature, when = body, data[4:], ""
            if kind == 4:
                time = struct.unpack(">Q", data[4:12])[0]
                message, signature = b"cosignature/v1\ntime %d\n" % time + body, data[12:]
                when = f" at {time}"
            if not is_signed(key, message, signature):
                raise ValueError(f"the signature of {name} is wrong")
            signed_by_log |= kind == 1 and name == origin
            print(f"signed by {name}{when}")
    if not signed_by_log:
        raise ValueError("the log did not sign this checkpoint")

    if any(len(node) != 32 for node in proof):
        raise ValueError("the proof has something that is no hash")
    entry = extra["entry"]
    if root_of(index, int(size), sha256(b"\x00" + entry.encode()), proof) != base64.b64decode(root):
        raise ValueError("the entry is not in the log")
    number, at, kind, _, digest, _ = json.loads(entry)
    if number != index + 1:
        raise ValueError("the entry belongs to another place in the log")
    if kind not in ("issue", "correct", "record"):
        raise ValueError(f"the entry is about something else: {kind}")
    print(f"entry {number} of {size}: {kind}, {at}")
    if "salt" in extra:
        facts = json.dumps(extra["facts"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        if hmac.new(extra["salt"].encode(), facts.encode(), "sha256").hexdigest() != digest:
            raise ValueError("the facts are not those of the entry")
        for name, value in sorted(extra["facts"].items()):
            print(f"{name}: {value}")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            verify(file.read(), sys.argv[2:])
    except (ValueError, KeyError, IndexError, OSError) as error:
        print(f"not verified: {error}")
        sys.exit(1)
