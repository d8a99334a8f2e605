import { expect, test } from 'vitest';
import { mouseReports } from '../../../src/ui/react/start-ink.ts';

const read = (...chunks: string[]) => {
  const reports: string[] = [];
  const filter = mouseReports((report) => reports.push(report));
  return { typed: chunks.map((chunk) => filter(chunk)).join(''), reports };
};

test('mouse reports are separated from keys, wherever they are cut in two', () => {
  const [press, release] = ['\x1b[<0;17;2M', '\x1b[<0;17;2m'];
  expect(read(`j${press}${release}k`)).toEqual({ typed: 'jk', reports: [press, release] });
  for (let at = 3; at < press.length; at++) {
    expect(read(press.slice(0, at), `${press.slice(at)}k`), `cut at ${at}`).toEqual({
      typed: 'k',
      reports: [press],
    });
  }
});

test('keys and pasted text are left as they are', () => {
  const others = 'q\x1b[A\x1b[5~\x1b[27u';
  expect(read(others)).toEqual({ typed: others, reports: [] });
  const pasted = '\x1b[200~\x1b[<0;17;2M\x1b[201~';
  expect(read(pasted)).toEqual({ typed: pasted, reports: [] });
  expect(read('\x1b[200~\x1b[<0;17', ';2M\x1b[201~')).toEqual({ typed: pasted, reports: [] });
});
