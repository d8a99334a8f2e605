import type { Line, Rect } from '../../base/text.ts';
import { type PanelOptions, panel } from './panel.ts';
import { type TableOptions, table } from './table.ts';

export interface TablePanelOptions<Row> extends PanelOptions, Omit<TableOptions<Row>, 'width' | 'height'> {
  /** What stands in place of the table while it has no rows; without it the header stands alone. */
  readonly empty?: readonly Line[];
  /** Rows between the border and the table. */
  readonly above?: readonly Line[];
  /** Rows below the table, where there is room for all of them. */
  readonly below?: readonly Line[];
}

/** Rows of a framed table that fills `rect`. `focus` is the panel's, and marks how the selected row looks. */
export function tablePanel<Row>(options: TablePanelOptions<Row>, rect: Rect): Line[] {
  const { width, height } = rect;
  const { above = [], below = [] } = options;
  if (options.count === 0 && options.empty)
    return panel(options, [...above, ...options.empty], width, height);
  const rows = table({ ...options, width: width - 4, height: height - 2 - above.length });
  const whole = [...above, ...rows, ...below];
  return panel(options, whole.length <= height - 2 ? whole : [...above, ...rows], width, height);
}
