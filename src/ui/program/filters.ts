import type { ScreenName } from '../../actions/screen-table.ts';
import { openMenu } from '../dialogs/menu.ts';
import { promptDialog } from '../dialogs/prompt.ts';
import { textField } from '../primitives/text-field.ts';
import type { FilterSpec } from '../screen.ts';
import { screenOf } from '../screens/registry.ts';
import type { FilterMemory, ScreenShell, Shell } from '../shell.ts';

const noFilters: FilterMemory = { history: [], saved: {} };

const MOST_REMEMBERED = 30;
/** After this pause in typing the server is asked for the matching rows, ms. */
const ASK_AFTER_MS = 250;
/** Least width of the input field beside the hint of a filter, in cells. */
const MIN_FIELD_COLUMNS = 40;

/** Asks for a filter and shows the matching rows during typing; Esc restores the filter from before. */
export function askFilter(shell: ScreenShell<object>): void {
  const { screen } = shell.ui.getState();
  const { filter } = screenOf(screen);
  if (!filter) return;
  const before = shell.slice();
  const { view, area, services } = shell;
  const set = (text: string) => shell.set(filter.write(text, view, before));
  let cancel = () => {};
  const live = (text: string) => {
    cancel();
    if (filter.isAsked) cancel = services.clock.after(ASK_AFTER_MS, () => set(text));
    else set(text);
  };
  shell.open(promptDialog, {
    label: area.width >= filter.hint.length + MIN_FIELD_COLUMNS ? `${filter.hint}:` : 'Filter:',
    field: textField(filter.read(before)),
    history: memoryOf(shell, screen).history,
    live,
    note: () => countWords(shell, filter),
    check: (text) => filter.check?.(text, view),
    submit: (text) => {
      cancel();
      set(text.trim());
      rememberFilter(shell, screen, text.trim());
    },
    cancel: () => {
      cancel();
      shell.set(before);
    },
  });
}

function countWords(shell: ScreenShell<object>, { count }: FilterSpec<object>): string {
  const passing = count?.(shell.screen().model);
  return passing === undefined ? '' : `${passing} left`;
}

function memoryOf({ ui }: Shell, screen: ScreenName): FilterMemory {
  return ui.getState().filters[screen] ?? noFilters;
}

function remember(shell: Shell, screen: ScreenName, memory: Partial<FilterMemory>): void {
  const next = { ...memoryOf(shell, screen), ...memory };
  shell.ui.setState(({ filters }) => ({ filters: { ...filters, [screen]: next } }));
}

function rememberFilter(shell: Shell, screen: ScreenName, text: string): void {
  if (text === '') return;
  const others = memoryOf(shell, screen).history.filter((each) => each !== text);
  remember(shell, screen, { history: [text, ...others].slice(0, MOST_REMEMBERED) });
}

/** `save NAME`, `delete NAME`, or the name of a saved filter to set it. */
export function runSavedFilter(shell: ScreenShell<object>, argument: string): void {
  const { screen } = shell.ui.getState();
  const { filter } = screenOf(screen);
  if (!filter) {
    shell.notice('This screen has no filter.', 'warn');
    return;
  }
  const { saved } = memoryOf(shell, screen);
  const [, verb, name = ''] = /^(save|delete)\s+(\S.*)$/su.exec(argument) ?? [];
  const text = filter.read(shell.slice());
  if (verb === 'save' && text === '') shell.notice('There is no filter to save: / sets one.', 'warn');
  else if (verb === 'save') {
    remember(shell, screen, { saved: { ...saved, [name]: text } });
    shell.notice(`Saved as ${name}: ${text}`, 'ok');
  } else if (verb === 'delete') {
    const { [name]: _, ...others } = saved;
    remember(shell, screen, { saved: others });
    shell.notice(`Filter ${name} is deleted.`);
  } else if (saved[argument] !== undefined) {
    shell.goTo(screen, filter.write(saved[argument], shell.view));
  } else {
    const words = argument === '' ? 'No filter is saved yet' : `No filter is saved as ${argument}`;
    shell.notice(`${words}: :filter save NAME saves the current one.`, 'warn');
  }
}

/** The menu of `f`: the values in the list, such as states or types, with a count for each. */
export function askChoice(shell: ScreenShell<object>): void {
  const { filter } = screenOf(shell.ui.getState().screen);
  const choices = () => filter?.choices?.(shell.view, shell.slice()) ?? [];
  if (!filter || choices().length === 0) {
    shell.notice('There are no choices to filter by.');
    return;
  }
  const inForce = filter.read(shell.slice());
  const items = [{ label: 'all', note: '', text: '' }, ...choices()];
  openMenu(shell, { title: 'Show', enter: 'show these only' }, () =>
    items.map(({ label, note, text }) => ({
      label,
      note,
      chosen: text === inForce,
      run: () => shell.set(filter.write(text, shell.view, shell.slice())),
    })),
  );
}
