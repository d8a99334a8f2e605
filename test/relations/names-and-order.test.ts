import { otherWords } from '../triage-score/third/words.ts';
import { between, relation } from './relation.ts';
import { momentsOf, saysTheSame, toldAt, watchPlain, watchThird, withoutNames } from './watch.ts';

relation('4 names do not matter', async (seed) => {
  const one = await watchPlain(seed);
  const other = await watchThird(seed, { words: otherWords });
  for (const t of momentsOf(one.world)) {
    const [a, b] = [one, other].map((each) => withoutNames(toldAt(each, t), each.world.cluster));
    if (JSON.stringify(a) !== JSON.stringify(b))
      return { why: 'other names', t, one: a ?? [], other: b ?? [] };
  }
  return undefined;
});

relation('5 order and paging do not matter', async (seed) => {
  const one = await watchPlain(seed);
  const other = await watchThird(seed, {
    style: (style) => ({ ...style, order: seed, mostRows: style.mostRows === 100 ? 500 : 100 }),
  });
  const t = momentsOf(one.world).find((at) => !saysTheSame(toldAt(one, at), toldAt(other, at)));
  return t === undefined
    ? undefined
    : between('another order and page size', t, toldAt(one, t), toldAt(other, t));
});
