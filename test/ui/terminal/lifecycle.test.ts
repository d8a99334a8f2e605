import { EventEmitter } from 'node:events';
import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { enterTerminal, type LifecycleOptions } from '../../../src/ui/terminal/lifecycle.ts';
import { Screen } from '../../../src/ui/terminal/screen-writer.ts';
import { resolveTheme } from '../../../src/ui/theme/resolve.ts';
import { FakeOutput } from '../../support/fake-output.ts';
import { headless } from '../../support/headless.ts';
import { ManualClock } from '../../support/manual-clock.ts';

function paint(screen: Screen, text: string): void {
  screen.setSurface('pane', { x: 0, y: 0, width: 20, height: 1 }, [[{ text, tone: 'bold' }]]);
}

function setUp(options: Partial<LifecycleOptions> = {}) {
  const clock = new ManualClock();
  const output = new FakeOutput(20, 3);
  const screen = new Screen({ output, theme: resolveTheme('dark', '256'), clock });
  const terminal = headless(20, 3);
  const signals = new EventEmitter();
  const killed: string[] = [];
  const exits: number[] = [];
  const where = { foreground: true };
  const input = Object.assign(new EventEmitter(), {
    isRaw: true,
    raw: [] as boolean[],
    setRawMode(raw: boolean) {
      this.isRaw = raw;
      this.raw.push(raw);
    },
  });
  let errors = '';
  const seen: string[] = [];
  const session = enterTerminal(screen, {
    process: {
      on: (event, listener) => void signals.on(event, listener),
      off: (event, listener) => void signals.off(event, listener),
      kill: (pid, signal) => void killed.push(`${pid} ${signal}`),
      exit: (code) => void exits.push(code),
    },
    clock,
    input,
    output,
    isForeground: () => where.foreground,
    block: () => {},
    writeTerminal: (data) => void output.writes.push(data),
    writeError: (data) => {
      errors += data;
    },
    onSuspend: () => seen.push('suspend'),
    onResume: () => seen.push('resume'),
    ...options,
  });
  const show = async () => {
    screen.flush();
    await terminal.write(output.take());
  };
  const given = () => ({
    alternate: terminal.alternate(),
    ...terminal.modes(),
    style: terminal.cell(0, 0).bold,
    raw: input.isRaw,
  });
  const modes = { bracketedPaste: false, mouse: 'none', wraparound: true };
  const back = { alternate: false, ...modes, style: false, raw: false };
  /** The first row of the terminal. */
  const row = async () => {
    await show();
    return terminal.text()[0];
  };
  /** That the terminal is as it was before. */
  const expectBack = async () => {
    await show();
    expect(given()).toEqual(back);
  };
  const heard = { where, signals, killed, exits, seen, errors: () => errors };
  return { clock, output, screen, terminal, input, session, show, row, given, expectBack, ...heard };
}

/** Every mode that can be switched on. */
async function busy(options: Partial<LifecycleOptions> = {}) {
  const all = setUp({ mouse: true, ...options });
  await all.terminal.write('shell$ ');
  all.screen.write('\x1b[?2004h');
  paint(all.screen, 'frame');
  all.screen.cursor({ x: 1, y: 1 });
  expect(await all.row()).toBe('frame');
  const taken = { alternate: true, bracketedPaste: true, mouse: 'drag', wraparound: false };
  expect(all.given()).toMatchObject(taken);
  return all;
}

test('leaving restores the terminal once, and nothing is painted after it', async () => {
  const all = await busy();
  all.session.leave();
  all.session.leave();
  expect(all.output.writes).toHaveLength(1);
  expect(all.output.writes[0]).toContain('\x1b[?25h');
  paint(all.screen, 'late frame');
  await all.expectBack();
  expect(await all.row()).toBe('shell$');
});

test('a frame that was cut short does not swallow the sequences that restore the terminal', async () => {
  const all = await busy();
  await all.terminal.write('\x1b[?2026h\x1b[38;5;1');
  all.session.leave();
  await all.expectBack();
});

const ending = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGALRM', 'SIGUSR2', 'SIGXCPU'] as const;
test.each(ending)('%s: the terminal is restored and the program ends', async (signal) => {
  const all = await busy();
  all.signals.emit(signal);
  await all.expectBack();
  await all.clock.advance(0);
  expect(all.exits[0]).toBe(128 + constants.signals[signal]);
});

test.each(['SIGXFSZ', 'SIGPROF'])('%s does not end the program', async (signal) => {
  const all = await busy();
  all.signals.emit(signal);
  await all.clock.advance(1_000);
  expect([all.exits, all.signals.listenerCount('SIGPROF')]).toEqual([[], 0]);
});

test.each<[string, (all: ReturnType<typeof setUp>) => unknown]>([
  ['input ends', (all) => all.input.emit('end')],
  ['input vanishes', (all) => all.input.emit('close')],
  ['input breaks', (all) => all.input.emit('error', new Error('EIO'))],
  ['output breaks', (all) => all.output.emit('error', new Error('EPIPE'))],
])('a closed terminal (%s) ends the program within two seconds, whatever it waits for', async (_, close) => {
  const all = await busy({ onEnd: () => new Promise(() => {}) });
  all.input.setRawMode = () => {
    throw new Error('EIO');
  };
  close(all);
  await all.clock.advance(500);
  expect(all.exits).toEqual([]);
  await all.clock.advance(500);
  expect(all.exits).toEqual([129]);
});

test('remaining work is done before the end, once, and does not keep the program alive when it fails', async () => {
  const done: string[] = [];
  const ended = async (work: () => unknown, ...signals: string[]) => {
    const all = await busy({
      onEnd: async (reason) => {
        done.push(reason);
        await work();
      },
    });
    for (const signal of signals) all.signals.emit(signal);
    await all.clock.advance(0);
    return [...new Set(all.exits)];
  };
  expect(await ended(() => Promise.resolve(), 'SIGTERM')).toEqual([143]);
  expect(await ended(() => Promise.reject(new Error('disk full')), 'SIGTERM')).toEqual([143]);
  expect(await ended(() => undefined, 'SIGHUP', 'SIGTERM')).toEqual([129]);
  expect(done).toEqual(['signal', 'signal', 'hangup']);
});

test.each(['uncaughtException', 'unhandledRejection'])(
  '%s: the terminal is restored before one readable message is printed',
  async (event) => {
    const all = await busy({ redact: (text) => text.replaceAll('s3cret', '***') });
    all.signals.emit(event, new TypeError('bad \x1b[31m thing s3cret'));
    await all.expectBack();
    expect(all.errors()).toContain('TypeError: bad ␛[31m thing ***');
    expect(all.errors()).toContain('Please report it');
    expect(all.errors()).not.toContain('lifecycle.test');
    await all.clock.advance(0);
    expect(all.exits[0]).toBe(1);
  },
);

test('the place of a crash in the code is printed only on demand', async () => {
  const all = await busy({ debug: true });
  all.session.crash(new Error('boom'));
  expect(all.errors()).toContain('lifecycle.test');
});

test('Ctrl-Z restores the terminal and stops; fg takes the terminal and paints everything', async () => {
  const all = await busy();
  all.session.suspend();
  all.session.suspend();
  expect(all.signals.listenerCount('SIGTSTP')).toBe(0); // so that the signal really stops us
  expect(all.killed).toEqual(['0 SIGTSTP']);
  await all.expectBack();
  paint(all.screen, 'what happened meanwhile');
  expect(await all.row()).toBe('shell$');
  all.signals.emit('SIGCONT');
  expect(await all.row()).toBe('what happened meanwh');
  expect(all.given()).toMatchObject({ alternate: true, bracketedPaste: true, mouse: 'drag', raw: true });
  expect(all.seen).toEqual(['suspend', 'resume']);
  expect(all.signals.listenerCount('SIGTSTP')).toBe(1);
  await all.clock.advance(5000);
  expect(all.seen).toEqual(['suspend', 'resume']);
});

test('where no program can stop it, it takes the terminal again', async () => {
  const all = await busy();
  all.signals.emit('SIGTSTP');
  await all.clock.advance(500);
  await all.show();
  expect(all.seen).toEqual(['suspend', 'resume']);
  expect(all.terminal.text()[0]).toBe('frame');
});

test('after a stop from outside it paints everything when it continues', async () => {
  const all = await busy();
  await all.terminal.write('\x1b[?1049l\x1b[2J');
  all.signals.emit('SIGCONT');
  expect(await all.row()).toBe('frame');
  expect(all.input.raw.slice(-2)).toEqual([false, true]);
});

test('when it continues in the background after Ctrl-Z, it stops again and leaves the screen to the shell', async () => {
  const all = await busy();
  all.session.suspend();
  await all.show();
  all.where.foreground = false;
  for (let round = 1; round <= 3; round++) {
    all.signals.emit('SIGCONT');
    await all.clock.advance(1_000);
    expect(all.killed.slice(1)).toEqual(Array(round).fill('0 SIGTTOU'));
    expect(all.output.writes).toEqual([]);
    expect(all.input.isRaw).toBe(false);
  }
  all.where.foreground = true;
  all.signals.emit('SIGCONT');
  await all.show();
  expect(all.given()).toMatchObject({ alternate: true, raw: true });
  expect(all.seen).toEqual(['suspend', 'resume']);
});

test.each([[['SIGTERM']], [['SIGCONT', 'SIGTERM']]])(
  '%j ends it in the background, too, without a mode change that would stop it',
  async (signals) => {
    const all = await busy();
    all.where.foreground = false;
    const changes = all.input.raw.length;
    for (const signal of signals) all.signals.emit(signal);
    await all.show();
    expect([all.terminal.alternate(), all.input.raw.length]).toEqual([false, changes]);
    await all.clock.advance(5_000);
    expect([all.exits[0], all.killed]).toEqual([143, []]);
  },
);

test('when it continues in the background while it starts, it waits a second for a signal that ends it', () => {
  let time = 0;
  let stops = 0;
  const all = setUp({
    // A stop lasts until somebody continues the program.
    clock: Object.assign(new ManualClock(), { monotonic: () => (time += 50) }),
    isForeground: () => stops >= 2,
    block: (ms) => {
      expect(ms).toBe(1_000);
      stops++;
    },
  });
  expect(all.killed).toEqual(['0 SIGTTOU', '0 SIGTTOU']);
  expect(all.output.writes[0]).toContain('\x1b[?1049h');
});

test('no signal handler and no timer is left', async () => {
  const all = await busy();
  all.session.suspend();
  all.session.dispose();
  expect([...all.signals.eventNames(), ...all.input.eventNames(), all.clock.waiting]).toEqual([0]);
  expect(all.output.eventNames()).toEqual(['resize']); // the screen's own
});

test('SIGWINCH paints every cell again, also at an unchanged size', async () => {
  const all = setUp();
  paint(all.screen, 'whole');
  await all.show();
  // As a multiplexer leaves it after a window that was narrow for a moment.
  await all.terminal.write('\x1b[1;3H\x1b[K');
  expect(all.terminal.text()[0]).toBe('wh');
  all.signals.emit('SIGWINCH');
  expect(await all.row()).toBe('whole');
});

test('a crash during the remaining work ends the program at once', async () => {
  const all = await busy({ onEnd: () => new Promise(() => {}) });
  all.signals.emit('SIGTERM');
  await all.clock.advance(0);
  expect(all.exits).toEqual([]);
  all.session.crash(new Error('boom'));
  expect(all.exits).toEqual([1]);
  expect(all.errors()).toContain('boom');
});

test('a program that is ending neither takes the terminal again nor stops', async () => {
  const all = await busy({ onEnd: () => new Promise(() => {}) });
  all.signals.emit('SIGTERM');
  await all.show();
  all.session.enter();
  all.session.suspend();
  all.signals.emit('SIGCONT');
  await all.expectBack();
  expect([all.killed, all.seen]).toEqual([[], []]);
});

test('while an editor has the terminal, Ctrl-Z, fg and a new size do not touch it', async () => {
  const all = await busy();
  all.session.leave();
  await all.show();
  all.session.suspend();
  all.signals.emit('SIGCONT');
  all.signals.emit('SIGWINCH');
  await all.expectBack();
  expect([all.killed, all.seen]).toEqual([[], []]);
  expect(all.terminal.text()[0]).toBe('shell$');
  await all.terminal.write('the editor');
  all.session.enter();
  expect(await all.row()).toBe('frame');
});

test('when it is stopped again soon after it continued, it takes the terminal again', async () => {
  const all = await busy();
  all.signals.emit('SIGCONT');
  all.signals.emit('SIGCONT');
  expect(all.seen).toEqual(['resume']);
  await all.clock.advance(250);
  all.signals.emit('SIGCONT');
  expect(all.seen).toEqual(['resume', 'resume']);
  all.session.suspend();
  all.signals.emit('SIGCONT');
  expect(all.seen).toEqual(['resume', 'resume', 'suspend', 'resume']);
});

test('in the background it checks for the foreground itself, and stops once a second at most', async () => {
  const all = await busy();
  all.where.foreground = false;
  all.signals.emit('SIGCONT');
  await all.clock.advance(1_000);
  expect(all.killed).toEqual(['0 SIGTTOU']);
  await all.clock.advance(2_800);
  expect(all.killed).toHaveLength(3);
  all.where.foreground = true;
  await all.clock.advance(500);
  expect([all.killed.length, all.seen]).toEqual([3, ['resume']]);
  expect(all.clock.waiting).toBe(0);
});

test('the mouse can be taken and given back while the program runs, and stays so after a suspension', async () => {
  const all = setUp();
  const after = async (act: () => unknown) => {
    act();
    await all.show();
    return all.given().mouse;
  };
  expect(await after(() => {})).toBe('none');
  expect(await after(() => expect(all.session.toggleMouse()).toBe(true))).toBe('drag');
  expect(await after(() => all.session.leave())).toBe('none');
  expect(await after(() => all.session.enter())).toBe('drag');
  expect(await after(() => expect(all.session.toggleMouse()).toBe(false))).toBe('none');
});

test('the keyboard protocol that Ink switched on is switched off and on again', async () => {
  const all = await busy();
  all.screen.write('\x1b[>1u');
  all.output.take();
  all.session.leave();
  expect(all.output.take()).toContain('\x1b[<u');
  all.session.enter();
  expect(all.output.take()).toContain('\x1b[>1u');
});
