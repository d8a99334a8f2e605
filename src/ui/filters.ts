import type { ScreenName } from '../actions/screen-table.ts';
import { textField } from './primitives/text-field.ts';
import type { Controller, FilterSpec } from './screen.ts';
import { screenOf } from './screens/registry.ts';
import type { FilterMemory, UiStore } from './store.ts';

const noFilters: FilterMemory = { history: [], saved: {} };

const MOST_REMEMBERED = 30;
/** Typing rests so long before the server is asked for what passes, ms. */
const ASK_AFTER_MS = 250;
/** Cells that typing needs beside what a filter understands. */
const MIN_FIELD_COLUMNS = 40;

interface FilterHost {
  readonly ui: UiStore;
  controller(): Controller<object>;
}

/** Asks for a filter and shows what it leaves while it is typed; Esc takes back what was typed. */
export function askFilter(host: FilterHost): void {
  const { screen } = host.ui.getState();
  const { filter } = screenOf(screen);
  if (!filter) return;
  const controller = host.controller();
  const before = controller.slice();
  const { view, area, services } = controller;
  const set = (text: string) => controller.set(filter.write(text, view, before));
  let cancel = () => {};
  const live = (text: string) => {
    cancel();
    if (filter.isAsked) cancel = services.clock.after(ASK_AFTER_MS, () => set(text));
    else set(text);
  };
  controller.open({
    kind: 'prompt',
    label: area.width >= filter.hint.length + MIN_FIELD_COLUMNS ? `${filter.hint}:` : 'Filter:',
    field: textField(filter.read(before)),
    history: memoryOf(host, screen).history,
    live,
    note: () => countWords(host, filter),
    check: (text) => filter.check?.(text, view),
    submit: (text) => {
      cancel();
      set(text.trim());
      rememberFilter(host, screen, text.trim());
    },
    cancel: () => {
      cancel();
      controller.set(before);
    },
  });
}

function countWords(host: FilterHost, { count }: FilterSpec<object>): string {
  const { view, slice } = host.controller();
  const passing = count?.(view, slice());
  return passing === undefined ? '' : `${passing} left`;
}

function memoryOf({ ui }: FilterHost, screen: ScreenName): FilterMemory {
  return ui.getState().filters[screen] ?? noFilters;
}

function remember(host: FilterHost, screen: ScreenName, memory: Partial<FilterMemory>): void {
  const next = { ...memoryOf(host, screen), ...memory };
  host.ui.setState(({ filters }) => ({ filters: { ...filters, [screen]: next } }));
}

function rememberFilter(host: FilterHost, screen: ScreenName, text: string): void {
  if (text === '') return;
  const others = memoryOf(host, screen).history.filter((each) => each !== text);
  remember(host, screen, { history: [text, ...others].slice(0, MOST_REMEMBERED) });
}

/** `save NAME`, `delete NAME`, or the name of a saved filter to set it. */
export function runSavedFilter(host: FilterHost, argument: string): void {
  const { screen } = host.ui.getState();
  const { filter } = screenOf(screen);
  const controller = host.controller();
  if (!filter) {
    controller.notice('This screen has no filter.', 'warn');
    return;
  }
  const { saved } = memoryOf(host, screen);
  const [, verb, name = ''] = /^(save|delete)\s+(\S.*)$/su.exec(argument) ?? [];
  const text = filter.read(controller.slice());
  if (verb === 'save' && text === '') controller.notice('There is no filter to save: / sets one.', 'warn');
  else if (verb === 'save') {
    remember(host, screen, { saved: { ...saved, [name]: text } });
    controller.notice(`Saved as ${name}: ${text}`, 'ok');
  } else if (verb === 'delete') {
    const { [name]: _, ...others } = saved;
    remember(host, screen, { saved: others });
    controller.notice(`Filter ${name} is deleted.`);
  } else if (saved[argument] !== undefined) {
    controller.goTo(screen, filter.write(saved[argument], controller.view));
  } else {
    const words = argument === '' ? 'No filter is saved yet' : `No filter is saved as ${argument}`;
    controller.notice(`${words}: :filter save NAME saves the one in force.`, 'warn');
  }
}

/** What `f` offers: what the list is made of, with how many there are of each. */
export function askChoice(host: FilterHost): void {
  const { filter } = screenOf(host.ui.getState().screen);
  const controller = host.controller();
  const choices = () => filter?.choices?.(controller.view, controller.slice()) ?? [];
  if (!filter || choices().length === 0) {
    controller.notice('There is nothing to narrow to.');
    return;
  }
  const inForce = filter.read(controller.slice());
  const items = [{ label: 'all', note: '', text: '' }, ...choices()];
  controller.open({
    kind: 'menu',
    title: 'Show',
    help: 'Enter shows these only',
    index: Math.max(
      0,
      items.findIndex(({ text }) => text === inForce),
    ),
    items: () =>
      items.map(({ label, note, text }) => ({
        label,
        note,
        chosen: text === inForce,
        run: () => controller.set(filter.write(text, controller.view, controller.slice())),
      })),
  });
}
