#!/usr/bin/env python3
"""Verifies a course file (.fairlead) by docs/course-file.md alone: no code of the academy's site is shared.

Usage: verify_course_file.py FILE KEYS [COURSE-KEY [FOLDER]]

KEYS is a file with the academy's answer to GET /api/verify/keys. Without COURSE-KEY (43 characters), the signature, the
table of digests and the length are verified; with it, every piece too. FOLDER gets the files of the course. Prints what
was verified, and ends with 1 otherwise. Needs nothing but Python 3.8, and with COURSE-KEY, OpenSSL 3.
"""
import base64
import ctypes
import hashlib
import hmac
import json
import os
import struct
import sys
from datetime import datetime

from verify_proof import is_signed, sha256

PIECE, TAG = 262144, 16
LEEWAY = 300


def base64url(text):
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)


def manifest_in(statement, keys):
    """The payload of the statement, once it is verified (RFC 7515, EdDSA)."""
    header, payload, signature = statement.split(b".")
    fields = json.loads(base64url(header.decode()))
    if fields["alg"] != "EdDSA" or fields["typ"] != "fairlead-course-file+jws":
        raise ValueError("the statement is about something else")
    key = next((one for one in keys if one["id"] == fields["kid"]), None)
    if key is None:
        raise ValueError("it is signed with a key that is not in the list")
    if not is_signed(base64url(key["key"]), header + b"." + payload, base64url(signature.decode())):
        raise ValueError("the academy did not sign this")
    manifest = json.loads(base64url(payload.decode()))
    seconds = lambda time: datetime.fromisoformat(time.replace("Z", "+00:00")).timestamp()
    until = key["validUntil"] and seconds(key["validUntil"])
    if manifest["iat"] < seconds(key["validFrom"]) - LEEWAY or until and manifest["iat"] > until + LEEWAY:
        raise ValueError("it is dated when its key was not in force")
    print(f"signed by {key['id']}: {manifest['title']} ({manifest['course']})")
    return manifest


def key_of_file(course_key, digest):
    """HKDF (RFC 5869) of one block."""
    extracted = hmac.new(digest, course_key, "sha256").digest()
    return hmac.new(extracted, b"fairlead-course-file-v1\x01", "sha256").digest()


def decrypt(key, index, data):
    """AES-256-GCM by OpenSSL, as Python has no module for it."""
    crypto = ctypes.CDLL("libcrypto.so.3")
    for name in ("EVP_CIPHER_CTX_new", "EVP_aes_256_gcm"):
        getattr(crypto, name).restype = ctypes.c_void_p
    context = ctypes.c_void_p(crypto.EVP_CIPHER_CTX_new())
    out, length = ctypes.create_string_buffer(len(data)), ctypes.c_int()
    try:
        nonce = struct.pack(">QI", 0, index)
        done = crypto.EVP_DecryptInit_ex(context, ctypes.c_void_p(crypto.EVP_aes_256_gcm()), None, key, nonce)
        done &= crypto.EVP_DecryptUpdate(context, out, ctypes.byref(length), data[:-TAG], len(data) - TAG)
        done &= crypto.EVP_CIPHER_CTX_ctrl(context, 0x11, TAG, data[-TAG:])
        if done != 1 or crypto.EVP_DecryptFinal_ex(context, None, ctypes.byref(length)) != 1:
            raise ValueError(f"piece {index} is damaged, or the key is another")
    finally:
        crypto.EVP_CIPHER_CTX_free(context)
    return out.raw[: len(data) - TAG]


def verify(path, keys, course_key=None, folder=None):
    with open(path, "rb") as file:
        magic, version, length = struct.unpack(">8sII", file.read(16))
        if magic != b"\x89FLC\r\n\x1a\n" or version != 1:
            raise ValueError("this is no course file of version 1")
        manifest = manifest_in(file.read(length), keys)
        files = manifest["files"]
        pieces = [-(-one["bytes"] // PIECE) for one in files]
        size = 16 + length + sum(pieces) * 32 + sum(one["bytes"] for one in files) + sum(pieces) * TAG
        if os.path.getsize(path) != size:
            raise ValueError(f"it has {os.path.getsize(path)} bytes in place of {size}")
        tables = [file.read(count * 32) for count in pieces]
        for one, table in zip(files, tables):
            if sha256(table) != base64url(one["digest"]):
                raise ValueError(f"the digests of {one['name']} are not those that were signed")
        print(f"{len(files)} files, {sum(pieces)} pieces, {size} bytes: length and digests are right")
        if course_key is None:
            return
        if sha256(course_key)[:8] != base64url(manifest["key"]):
            raise ValueError("it is encrypted with another key")
        for one, count, table in zip(files, pieces, tables):
            key = key_of_file(course_key, base64url(one["digest"]))
            if os.path.basename(one["name"]) != one["name"] or one["name"].startswith("."):
                raise ValueError(f"{one['name']} is no name of a file")
            into = open(os.path.join(folder or "", one["name"]) if folder else os.devnull, "wb")
            with into:
                for index in range(count):
                    piece = decrypt(key, index, file.read(min(PIECE, one["bytes"] - index * PIECE) + TAG))
                    if hashlib.sha256(piece).digest() != table[index * 32 : index * 32 + 32]:
                        raise ValueError(f"piece {index} of {one['name']} is not what was signed")
                    into.write(piece)
        print("every piece is right")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4, 5):
        sys.exit(__doc__)
    try:
        with open(sys.argv[2], encoding="utf-8") as answer:
            academy = json.load(answer)
        verify(sys.argv[1], academy["data"]["keys"], *map(base64url, sys.argv[3:4]), *sys.argv[4:5])
    except (ValueError, KeyError, TypeError, IndexError, struct.error, OSError) as error:
        print(f"not verified: {error}")
        sys.exit(1)
