#!/bin/sh
# gift-pegjs 1.0.2 (npm) refuses GIFT that Moodle reads.
#
# Expected: 'Time is 12:30 UTC {T}', '1+1=2 {T}' and '3:1 is {=lean ~rich}' are questions. Moodle (question/format/gift)
# gives colons, equals signs and tildes a meaning inside of the braces alone, and to '::' at the very beginning.
# Seen: a syntax error for each; the same questions with escaped signs are read.
# Why it matters: clock times, ratios and URLs stand in the question banks that ships' officers write by hand; a whole
# question is lost to 'not valid GIFT'.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund --silent gift-pegjs@1.0.2
cat >see.mjs <<'END'
import { parse } from 'gift-pegjs';
const said = (text) => {
  try {
    return parse(`${text}\n\n`).map(({ type }) => type).join();
  } catch (error) {
    return error.name;
  }
};
for (const text of ['Time is 12:30 UTC {T}', '1+1=2 {T}', '3:1 is {=lean ~rich}'])
  console.log(`${text}: ${said(text)}; escaped: ${said(text.replace(/^[^{]*/, (stem) => stem.replace(/[:=]/g, '\\$&')))}`);
END
node see.mjs | tee seen.txt
[ "$(grep -c 'SyntaxError; escaped: \(TF\|MC\)$' seen.txt)" = 3 ] || { echo 'This has changed.'; exit 1; }
