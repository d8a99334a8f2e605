import type { Line, Rect } from '../../base/text.ts';
import { type PanelOptions, panel } from './panel.ts';
import { type TableOptions, table } from './table.ts';

export interface TablePanelOptions<Row> extends PanelOptions, Omit<TableOptions<Row>, 'width' | 'height'> {
  /** Lines in place of the table while it has no rows; without them only the header is drawn. */
  readonly empty?: readonly Line[];
  /** Lines between the border and the table. */
  readonly above?: readonly Line[];
  /** Lines below the table if all of them fit. */
  readonly below?: readonly Line[];
}

/**
 * Rows of a framed table that fills `rect`. `focus` frames the panel as focused, and changes how the selected row
 * looks.
 */
export function tablePanel<Row>(options: TablePanelOptions<Row>, rect: Rect): Line[] {
  const { width, height } = rect;
  const { above = [], below = [] } = options;
  if (options.count === 0 && options.empty) return panel(options, [...above, ...options.empty], rect);
  const rows = table({ ...options, width: width - 4, height: height - 2 - above.length });
  const whole = [...above, ...rows, ...below];
  return panel(options, whole.length <= height - 2 ? whole : [...above, ...rows], rect);
}
