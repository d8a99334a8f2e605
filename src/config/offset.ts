import { isMap, isNode, LineCounter, type ParsedNode, parseDocument } from 'yaml';

/**
 * Offset of the value at `path` in the text, or of its key if `key` is given; for a missing one that of its parent.
 */
export function offsetAt(root: ParsedNode | null, path: readonly PropertyKey[], key?: string): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const [index, part] of [...path, ...(key === undefined ? [] : [key])].entries()) {
    const wantsKey = key !== undefined && index === path.length;
    if (isMap(node)) {
      const pair = node.items.find((item) => isNode(item.key) && String(item.key) === String(part));
      const keyNode = isNode(pair?.key) ? pair.key : undefined;
      if (keyNode?.range) offset = keyNode.range[0];
      if (wantsKey) return offset;
      node = pair?.value;
    } else if (isNode(node) && 'items' in node) {
      node = node.items[Number(part)];
    }
    if (isNode(node) && node.range) offset = node.range[0];
  }
  return offset;
}

/** Returns a function for a valid configuration: the line of the value at a path, counted from 1. */
export function lineStarts(text: string): (path: readonly string[]) => number {
  const lines = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: lines });
  return (path) => lines.linePos(offsetAt(contents, path)).line;
}
