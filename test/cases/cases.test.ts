import { join } from 'node:path';
import { testCase } from '../support/play-case.ts';

/** Files that `:case` saved, with what must be the first incident at their end. */
const caseAt = (name: string) => join(import.meta.dirname, `${name}.tape`);

testCase(caseAt('edge-near-its-limit'), { kind: 'server-hot', severity: 'critical', name: 'ecws-gkx-1' });
