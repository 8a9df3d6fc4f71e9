import { describe, expect, test } from 'vitest';
import { inspected, one, withManifest } from '../testing/inspected.ts';
import { manifestOf, scormPackage } from '../testing/scorm-package.ts';
import { scriptsElsewhereIn } from './scripts-elsewhere.ts';

const { read } = await inspected();

test('scripts at other hosts are found in a page, whatever their quotes, and no others', () => {
  const page = `<script src="https://cdn.example/a.js"></script><SCRIPT type='text/javascript'
    src = '//cdn.example/b.js' defer></SCRIPT><script async src=http://cdn.example/c.js></script>
    <script src="https://cdn.example/a.js"></script><script src="lib/d.js"></script><script>let src = "https://e"</script>
    <script data-src="https://cdn.example/lazy.js"></script><a href="https://cdn.example/page">x</a>
    <img src="https://cdn.example/picture.png">`;
  expect(scriptsElsewhereIn(page)).toEqual([
    'https://cdn.example/a.js',
    '//cdn.example/b.js',
    'http://cdn.example/c.js',
  ]);
});

test('an address with a space before it is found, and none in a comment or of another element', () => {
  const page = `<script/src=" https://cdn.example/a.js"></script><script type="a"src="//cdn.example/b.js"></script>
    <!-- <script src="https://cdn.example/old.js"></script> --><scripted src="https://cdn.example/c.js">
    <!-- <script src="https://cdn.example/never.js">`;
  expect(scriptsElsewhereIn(page)).toEqual(['https://cdn.example/a.js', '//cdn.example/b.js']);
});

describe('a package', () => {
  test('says which scripts its pages need from elsewhere', async () => {
    const page = '<script src="https://cdn.example/player.js"></script>';
    const zip = withManifest(manifestOf('1.2', [one]), [{ name: 'a.html', content: page }]);
    expect((await read(zip)).manifest.scriptsElsewhere).toEqual(['https://cdn.example/player.js']);
  });

  test('that needs none says nothing of it', async () => {
    expect((await read(scormPackage('1.2'))).manifest).not.toHaveProperty('scriptsElsewhere');
  });
});
