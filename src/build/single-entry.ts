#!/usr/bin/env node
import { isMainThread } from 'node:worker_threads';

// A thread of the single file is the simulator; everything else is the program.
if (isMainThread) import('../main.ts');
else import('../simulator/worker.ts');
