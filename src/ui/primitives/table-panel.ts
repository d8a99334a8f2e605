import type { Line, Rect } from '../../base/text.ts';
import { type PanelOptions, panel } from './panel.ts';
import { type TableOptions, table } from './table.ts';

export interface TablePanelOptions<Row> extends PanelOptions, Omit<TableOptions<Row>, 'width' | 'height'> {
  /** What stands in place of the table while it has no rows; without it the header stands alone. */
  readonly empty?: readonly Line[];
  /** Rows between the border and the table. */
  readonly above?: readonly Line[];
}

/** Rows of a framed table that fills `rect`. `focus` is the panel's, and marks how the selected row looks. */
export function tablePanel<Row>(options: TablePanelOptions<Row>, rect: Rect): Line[] {
  const { width, height } = rect;
  const above = options.above ?? [];
  const content =
    options.count === 0 && options.empty
      ? options.empty
      : table({ ...options, width: width - 4, height: height - 2 - above.length });
  return panel(options, [...above, ...content], width, height);
}
