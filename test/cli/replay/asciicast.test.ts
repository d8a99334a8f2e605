import { expect, test } from 'vitest';
import { createAsciicast } from '../../../src/cli/replay/asciicast.ts';
import { headless } from '../../support/headless.ts';

const size = { columns: 20, rows: 3 };

function readFilm(text: string) {
  const [head, ...events] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { head, events: events as [number, string, string][] };
}

test("a film in asciinema's format 2 has a header and the seconds since the beginning", () => {
  const cast = createAsciicast(size, { title: 'castwatch: lab', begin: 1_700_000_000_500, version: '2' });
  cast.frame('one\ntwo\nthree\n', 0);
  cast.frame('one\ntwo\nthree\n', 1);
  cast.frame('one\n2\nthree\n', 0.5);
  const { head, events } = readFilm(cast.text());
  expect(head).toEqual({
    version: 2,
    width: 20,
    height: 3,
    timestamp: 1_700_000_000,
    title: 'castwatch: lab',
    env: { TERM: 'xterm-256color' },
  });
  expect(events.map(([at, kind]) => `${at} ${kind}`)).toEqual(['0 o', '0 o', '1.5 o', '1.5 o']);
  expect(events[2]?.[2]).not.toContain('three');
});

test("a film in asciinema's format 3 has the seconds since the line before", () => {
  const cast = createAsciicast(size, { title: 't', begin: 0, version: '3' });
  cast.frame('one', 0);
  cast.frame('two', 1);
  cast.frame('six', 0.5);
  const { head, events } = readFilm(cast.text());
  expect(head).toMatchObject({ version: 3, term: { cols: 20, rows: 3, type: 'xterm-256color' } });
  expect(events.map(([after]) => after)).toEqual([0, 0, 1, 0.5, 0]);
});

test('a played film shows the newest frame, also where a row became shorter', async () => {
  const cast = createAsciicast(size, { title: 't', begin: 0, version: '2' });
  cast.frame('a long row of text\n東京 x\nthird\n', 0);
  cast.frame('short\n東京 x\n\n', 1);
  const terminal = headless(size.columns, size.rows);
  for (const [, , data] of readFilm(cast.text()).events) await terminal.write(data);
  expect(terminal.text()).toEqual(['short', '東京 x', '']);
});
