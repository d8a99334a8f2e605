#!/usr/bin/env node
import { isMainThread } from 'node:worker_threads';

// A thread of the single file is the simulator; everything else is the program.
await (isMainThread ? import('../main.ts') : import('../simulator/worker.ts'));
