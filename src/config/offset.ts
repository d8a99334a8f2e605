import { isMap, isNode, LineCounter, type ParsedNode, parseDocument } from 'yaml';

/** Where the value at `path` stands in the text, or its key where `key` is given; what is missing stands at its parent. */
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

/** Finds the lines of a configuration that holds no error: the line of the value at a path, from 1 on. */
export function lineStarts(text: string): (path: readonly string[]) => number {
  const lines = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: lines });
  return (path) => lines.linePos(offsetAt(contents, path)).line;
}
