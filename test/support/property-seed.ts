import fc from 'fast-check';
import { isLong } from './long.ts';

/* The same examples in each run, so that a red run is about a change; the long tests look at others each time. */
if (!isLong) fc.configureGlobal({ seed: 20_261_123 });
