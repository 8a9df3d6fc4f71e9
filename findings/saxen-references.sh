#!/bin/sh
# saxen 11.2.0 (npm) cuts a numeric character reference to 16 bits.
#
# Expected: '&#128674;' and '&#x1F6A2;' are the one character U+1F6A2 (XML 1.0, 4.1), as they are with sax 1.4.4.
# Seen: U+F6A2 of the private use area, for references above U+FFFF; '&#8377;' (U+20B9) and the character itself are
# right.
# Why it matters: writers of workbooks may escape everything beyond ASCII. Names in scripts above U+FFFF, and signs in
# question texts, come out as characters that no font has, without an error.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund --silent saxen@11.2.0 sax@1.4.4
cat >see.mjs <<'END'
import sax from 'sax';
import { Parser } from 'saxen';

const points = (text) => [...text].map((sign) => `U+${sign.codePointAt(0).toString(16).toUpperCase()}`).join(' ');
const bySaxen = (xml) => {
  let read = '';
  const parser = new Parser();
  parser.on('text', (text, decode) => {
    read += decode(text);
  });
  parser.parse(xml);
  return points(read);
};
const bySax = (xml) => {
  let read = '';
  const parser = sax.parser(true);
  parser.ontext = (text) => {
    read += text;
  };
  parser.write(xml).close();
  return points(read);
};
for (const text of ['&#128674;', '&#x1F6A2;', '&#8377;', '\u{1F6A2}'])
  console.log(`${text}: saxen ${bySaxen(`<t>${text}</t>`)}, sax ${bySax(`<t>${text}</t>`)}`);
END
node see.mjs | tee seen.txt
[ "$(grep -c 'saxen U+F6A2, sax U+1F6A2$' seen.txt)" = 2 ] || { echo 'This has changed.'; exit 1; }
