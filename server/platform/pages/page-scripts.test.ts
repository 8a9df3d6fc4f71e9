import { expect, test } from 'vitest';
import { withLeanScripts } from './page-scripts.ts';

const facades = { '/assets/root-1.js': { from: '/assets/shell-2.js', names: { default: 't', meta: 'n' } } };
const link = (name: string) => `<link rel="modulepreload" href="/assets/${name}.js" nonce="abc"/>`;
const routes = 'import * as route0 from "/assets/root-1.js";\nimport * as route1 from "/assets/home-3.js";';
const page = `<head></head><body>${link('react-0')}${link('root-1')}${link('home-3')}<script type="module">${routes}</script></body>`;

test('a route whose script only passes another on is taken from there, and that script is not asked for', () => {
  const shown = withLeanScripts(page, facades);
  expect(shown).toContain(
    'import {t as route0_default,n as route0_meta} from "/assets/shell-2.js";const route0={default:route0_default,meta:route0_meta};/* /assets/root-1.js */',
  );
  expect(shown).toContain('import * as route1 from "/assets/home-3.js";');
  expect(shown).toContain(link('react-0') + link('home-3'));
  expect(shown).not.toContain(link('root-1'));
});

test('a page begins by what its script would call, and that script is not asked for', () => {
  const begins = page
    .replace('<script type', `${link('entry-5')}<script type`)
    .replace('</script>', '\nimport("/assets/entry-5.js");</script>');
  const shown = withLeanScripts(begins, { '/assets/entry-5.js': { from: '/assets/kit-6.js', names: { call: 'kn' } } });
  expect(shown).toContain('\nimport {kn as start} from "/assets/kit-6.js";start();/* /assets/entry-5.js */</script>');
  expect(shown).not.toContain(link('entry-5'));
  expect(withLeanScripts(begins, facades)).toContain('import("/assets/entry-5.js");');
});

test('the link to a script that only passes another on stays where no route is taken from it', () => {
  const elsewhere = page.replace('route0 from "/assets/root-1.js"', 'route0 from "/assets/other-4.js"');
  expect(withLeanScripts(elsewhere, facades)).toContain(link('root-1'));
});

test('a page with a first view asks for its scripts at its end, and names React without asking for it', () => {
  const begins = '<head><script nonce="abc">open("GET","/api/first-view")</script>';
  const shown = withLeanScripts(page.replace('<head>', begins), facades);
  expect(shown).toContain(
    `</head><body><link rel="later" href="/assets/react-0.js" nonce="abc"/>${link('home-3')}<script type="module">`,
  );
  expect(shown).not.toContain(link('react-0'));
});
