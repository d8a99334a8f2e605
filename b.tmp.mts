import { inside } from './test/bench/support/inside.ts';
for (const c of [['steady','40','3000','20'],['sick']]) console.log(c.join(' '), JSON.stringify(await inside('triage','with',...c as any)));
