import { expect, test } from 'vitest';
import { markdownText, safeJson, xmlText } from '../../src/base/safe-markup.ts';

test('a name cannot end an attribute, a tag or an entity of XML', () => {
  expect(xmlText('a"b<c>&d')).toBe('a&quot;b&lt;c&gt;&amp;d');
  expect(xmlText('a\x1bb')).toBe('a␛b');
});

test('JSON has escapes for what controls a terminal, and a program reads the text itself', () => {
  const hostile = 'a\x1b[2J\u202eb\u{e0041}';
  const json = safeJson({ name: hostile }, 'line');
  expect(json).toBe('{"name":"a\\u001b[2J\\u202eb\\udb40\\udc41"}\n');
  expect(JSON.parse(json)).toEqual({ name: hostile });
  expect(safeJson({ name: 'a' })).toBe('{\n  "name": "a"\n}\n');
});

test.each([
  ['cam_1 *live*', 'cam\\_1 \\*live\\*'],
  ['a<b> & c', 'a&lt;b\\> &amp; c'],
  ['a&c', '`a&c`'],
  ['see https://evil.example/x now', 'see `https://evil.example/x` now'],
  ['www.evil.example', '`www.evil.example`'],
  ['@ops', '`@ops`'],
  ['#12', '`#12`'],
  ['GH-7', '`GH-7`'],
  ['a`b', 'a\\`b'],
  ['``@x`', '``` ``@x` ```'],
  ['one\ntwo', 'one two'],
])('%j in Markdown is %j', (text, shown) => {
  expect(markdownText(text)).toBe(shown);
});
