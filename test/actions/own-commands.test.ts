import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { argvOf, type OwnObject, wordsOf } from '../../src/actions/own-commands.ts';
import { isLong } from '../support/long.ts';

const server = (name: string | undefined): OwnObject => {
  return { kind: 'server', values: { name, host: 'edge.example.com', group: undefined } };
};

function made(run: string[], object: OwnObject, shell = false): readonly string[] | string {
  const result = wordsOf({ run, shell }, [object]);
  return 'refused' in result ? result.refused : result.words;
}

test.each([
  ['{server.host}', 'edge.example.com'],
  ['operator@{server.host}', 'operator@edge.example.com'],
  ['{"a": 1, "host": "{server.host}"}', '{"a": 1, "host": "edge.example.com"}'],
  // In an address of the web a value is encoded.
  ['https://wiki/{server.name}?x=1', 'https://wiki/a%2F..%2Fb%3Fy%3D2%26z%23q?x=1'],
])('%s gets its values', (word, filled) => {
  expect(made(['ssh', word], server('a/../b?y=2&z#q'))).toEqual(['ssh', filled]);
});

test.each([
  ['an option', ['ssh', '{server.name}'], '-oProxyCommand=reboot', /would be an option of ssh/],
  ['an option for a script', ['grep "$1" log', '{server.name}'], '--file=/etc/shadow', /would be an option/],
  ['a control character', ['echo', '{server.name}'], 'a\x1b[2Jb', /control characters/],
  ['a second line', ['echo', '{server.name}'], 'a\nb', /control characters/],
  ['a megabyte', ['echo', '{server.name}'], 'a'.repeat(2 ** 20), /more than 1000/],
  ['nothing', ['echo', '{server.name}'], undefined, /does not say \{server\.name\}/],
  ['an empty text', ['echo', 'x{server.name}'], '', /does not say/],
])('a value that is %s is refused', (_what, run, name, words) => {
  expect(made(run, server(name), run[0]?.includes('$1'))).toMatch(words);
});

test('after -- a value may begin with a hyphen, and options of the user may have values', () => {
  expect(made(['grep', '--', '{server.name}'], server('-x'))).toEqual(['grep', '--', '-x']);
  expect(made(['curl', '-H{server.name}'], server('-x'))).toEqual(['curl', '-H-x']);
});

const visible = (name: string) => name.replace(/\p{Bidi_Control}/gu, '\uFFFD');

/** What people and attackers write into names. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
  fc.constantFrom('$(touch x)', '`id`', '"; id; "', "' || id #", 'gpj.\u202eexe', '{server.host}'),
  fc.constantFrom('$HOME', '*', '~', '%s', '\\', '!!'),
);

test('a value stays one word, whatever is in it', () => {
  fc.assert(
    fc.property(hostile, (name) => {
      const words = made(['echo', 'before', 'x{server.name}y', 'after'], server(name));
      fc.pre(typeof words !== 'string');
      expect(words).toEqual(['echo', 'before', `x${visible(name)}y`, 'after']);
    }),
  );
});

test('a script gets values as its parameters, and never runs them', () => {
  fc.assert(
    fc.property(hostile, (name) => {
      const words = made(['printf "[%s]" "$1"', 'v{server.name}'], server(name), true);
      fc.pre(typeof words !== 'string');
      const [program = '', ...rest] = argvOf({ shell: true, name: 'own' }, words);
      const { stdout } = spawnSync(program, rest);
      expect(stdout.toString()).toBe(`[v${visible(name)}]`);
    }),
    { numRuns: isLong ? 40 : 12 },
  );
});
