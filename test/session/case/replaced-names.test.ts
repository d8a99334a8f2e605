import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createReplacedNames } from '../../../src/session/case/replaced-names.ts';

const key = Buffer.alloc(32, 7);

test('a name has the same replacement of the same shape everywhere', () => {
  const names = createReplacedNames(key);
  const one = names.name('edge-fra-1');
  expect(one).toMatch(/^[a-z]{4}-[a-z]{3}-1$/);
  expect(names.name('edge-fra-1')).toBe(one);
  expect(names.name('edge-fra-2')).toBe(one.replace(/1$/, '2'));
  expect(names.name('EDGE-Fra-1').toLowerCase()).toBe(one);
  expect(names.name('Café_720p')).toMatch(/^[A-Z][a-z]{3}_720p$/);
});

test('addresses, tokens and long numbers are replaced, versions are not', () => {
  const names = createReplacedNames(key);
  expect(names.name('10.1.2.3')).toMatch(/^10(\.\d{1,3}){3}$/);
  expect(names.name('10.1.2.3')).not.toBe('10.1.2.3');
  expect(names.name('4711')).toMatch(/^\d{4}$/);
  expect(names.name('4711')).not.toBe('4711');
  expect(names.text('encoder 5.0.1')).toBe('encoder 5.0.1');
  expect(names.name('06-12-34-56-78')).toMatch(/^\d\d(-\d\d){4}$/);
  expect(names.name('06-12-34-56-78')).not.toBe('06-12-34-56-78');
});

test('a text keeps the words that classify entries, and loses names', () => {
  const names = createReplacedNames(key);
  names.know('live');
  const text = names.text('Connection lost: user ann.lee (ann@corp.example) left edge-fra-1; live stopped');
  expect(text).toMatch(/^Connection lost: user \S+ \(\S+@\S+\) left \S+-1; [a-z]{4} stopped$/);
  expect(text).not.toMatch(/ann|lee|corp|example|edge|fra|live/);
  expect(names.text('Licence limit reached, 3 viewers refused')).toBe(
    'Licence limit reached, 3 viewers refused',
  );
});

const part = fc.stringMatching(/^[A-Za-z][a-z0-9]{3,11}$/);
const name = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('-'));

test('no part of a name is left in a name or a text', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { minLength: 1, maxLength: 20 }),
      fc.stringMatching(/^[a-z ]{0,20}$/),
      (all, words) => {
        const names = createReplacedNames();
        for (const one of all) names.know(one);
        const written = all
          .map((one) => `${names.name(one)} ${names.text(`${words} ${one}: ${one} failed`)}`)
          .join('\n');
        for (const one of all)
          expect(written.toLowerCase().split(/[^a-z0-9]+/)).not.toContain(one.toLowerCase());
      },
    ),
  );
});

test('different names stay different', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { minLength: 2, maxLength: 40, selector: (one) => one.toLowerCase() }),
      (all) => {
        const names = createReplacedNames(key);
        expect(new Set(all.map((one) => names.name(one).toLowerCase())).size).toBe(all.length);
      },
    ),
  );
});
