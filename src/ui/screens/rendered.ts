import type { CommandId } from '../../actions/commands.ts';
import type { Line, Rect } from '../../base/text.ts';
import type { FilterSpec, Screen } from '../screen.ts';
import type { ScreenInterest } from '../services.ts';
import type { Pane, View } from '../view.ts';

/** What a screen without a model of its own is drawn from. */
export interface Shown<S> {
  readonly view: View;
  readonly slice: S;
  readonly area: Rect;
}

interface RenderedFilter<S> extends Omit<FilterSpec<S>, 'count'> {
  count?(view: View, slice: S): number | undefined;
}

type Taken = 'model' | 'draw' | 'status' | 'idle' | 'interest' | 'summary' | 'filter';

/** A screen that works out what it shows wherever it is needed. */
export interface RenderedScreen<S> extends Omit<Screen<S, Shown<S>>, Taken> {
  readonly filter?: RenderedFilter<S>;
  render(view: View, slice: S, area: Rect): Pane[];
  status?(view: View, slice: S): Line;
  idle?(view: View, slice: S): readonly CommandId[];
  interest?(view: View, slice: S, area: Rect): Partial<ScreenInterest>;
  summary?(view: View, slice: S): string[];
}

/** Such a screen as one with a model, while screens are given models one by one. */
export function rendered<S>(screen: RenderedScreen<S>): Screen<S, Shown<S>> {
  const { render, status, idle, interest, summary, filter, ...rest } = screen;
  const count = filter?.count;
  return {
    ...rest,
    ...(filter && {
      filter: { ...filter, ...(count && { count: ({ view, slice }: Shown<S>) => count(view, slice) }) },
    }),
    model: (view, slice, area) => ({ view, slice, area }),
    draw: ({ view, slice, area }) => render(view, slice, area),
    ...(status && { status: ({ view, slice }) => status(view, slice) }),
    ...(idle && { idle: ({ view, slice }) => idle(view, slice) }),
    ...(interest && { interest: ({ view, slice, area }) => interest(view, slice, area) }),
    ...(summary && { summary: ({ view, slice }) => summary(view, slice) }),
  } as Screen<S, Shown<S>>;
}
