#!/usr/bin/env node
import { isMainThread } from 'node:worker_threads';

// In a thread the single file is the simulator; otherwise it is the program.
if (isMainThread) import('../main.ts');
else import('../simulator/worker.ts');
