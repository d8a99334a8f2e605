/** The labels of a sample in the text formats of Prometheus, without braces. */
export function labelPairs(labels: Readonly<Record<string, string>>): string {
  let pairs = '';
  for (const name in labels) {
    pairs += `${pairs === '' ? '' : ','}${name}="${escapedText(labels[name] ?? '', true)}"`;
  }
  return pairs;
}

/** Help of the older format has its quotes as they are. */
export function escapedText(text: string, hasQuotes: boolean): string {
  if (!/[\\\n"]/.test(text)) return text;
  const safe = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return hasQuotes ? safe.replaceAll('"', '\\"') : safe;
}
