import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as ink from 'ink';
import { createElement, type FunctionComponent } from 'react';
import { systemClock } from '../../../src/base/clock.ts';
import { table as ours } from '../../../src/ui/primitives/table.ts';
import { Screen } from '../../../src/ui/terminal/screen-writer.ts';
import { resolveTheme } from '../../../src/ui/theme/resolve.ts';
import type { Column } from '../../../src/views/lists/column.ts';
import { median } from '../support/numbers.ts';

interface Item {
  readonly name: string;
  readonly viewers: number;
  readonly rate: string;
}

class Output extends EventEmitter {
  readonly isTTY = true;
  readonly columns = 120;
  readonly rows = 40;
  write(_data: string, done?: () => void): boolean {
    done?.();
    return true;
  }
}

const ROUNDS = 9;

/**
 * One update of a table of this many rows with all figures new, up to the written bytes; medians in ms. `peerFolder` has
 * ink-table.
 */
export async function table(count: string, peerFolder: string) {
  const rows = Number(count);
  const turns = Array.from({ length: ROUNDS }, (_, turn) =>
    Array.from({ length: rows }, (_, index): Item => {
      const viewers = (index * 31 + turn * 17) % 1_000;
      return { name: `camera-${index}`, viewers, rate: `${viewers}.0 Mbit/s` };
    }),
  );
  return { ours: paintOurs(turns), inkTable: await paintInkTable(turns, peerFolder) };
}

function paintOurs(turns: readonly (readonly Item[])[]): number {
  const output = new Output();
  const screen = new Screen({ output, theme: resolveTheme('dark', 'truecolor'), clock: systemClock });
  const columns: Column<Item>[] = [
    { key: 'name', title: 'name', width: 20, cell: (row) => row.name },
    { key: 'viewers', title: 'viewers', width: 10, cell: (row) => String(row.viewers) },
    { key: 'rate', title: 'rate', width: 20, cell: (row) => row.rate },
  ];
  const took = turns.map((items) => {
    const start = performance.now();
    const lines = ours({
      columns,
      data: (index) => items[index],
      count: items.length,
      width: 120,
      height: 40,
      scroll: 0,
    });
    screen.setSurface('table', { x: 0, y: 0, width: 120, height: 40 }, lines);
    screen.flush();
    return performance.now() - start;
  });
  screen.destroy();
  return median(took);
}

/** ink-table loads Ink by `require`, which Ink does not support: it gets the loaded module. */
async function paintInkTable(turns: readonly (readonly Item[])[], peerFolder: string): Promise<number> {
  const require = createRequire(join(peerFolder, 'package.json'));
  const path = createRequire(require.resolve('ink-table')).resolve('ink');
  require.cache[path] = { id: path, filename: path, loaded: true, exports: ink } as unknown as NodeJS.Module;
  const { default: InkTable } = require('ink-table') as {
    default: FunctionComponent<{ data: readonly Item[] }>;
  };
  const stdout = new Output() as unknown as NodeJS.WriteStream;
  const app = (data: readonly Item[]) => createElement(InkTable, { data });
  const instance = ink.render(app(turns[0] ?? []), {
    stdout,
    debug: true,
    interactive: true,
    patchConsole: false,
  });
  const took: number[] = [];
  for (const items of turns) {
    const start = performance.now();
    instance.rerender(app(items));
    await instance.waitUntilRenderFlush?.();
    took.push(performance.now() - start);
  }
  instance.unmount();
  return median(took);
}
