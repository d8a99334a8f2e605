import type { Rect } from '../../src/base/text.ts';
import type { Screen } from '../../src/ui/screen.ts';
import type { Pane, View } from '../../src/ui/view.ts';

/** The panes that a screen draws for a slice and a view. */
export function panesOf<S, M>(screen: Screen<S, M>, view: View, slice: S, area: Rect): readonly Pane[] {
  return screen.draw(screen.model(view, slice, area));
}
