/** The same input stream with its data filtered; where it has none, `added` may provide more. */
export function filteredInput(
  input: NodeJS.ReadStream,
  filter: (chunk: string) => string,
  added: () => string | null = () => null,
): NodeJS.ReadStream {
  const read = (size?: number) => {
    const chunk: unknown = input.read(size);
    return chunk === null ? added() : filter(String(chunk));
  };
  return new Proxy(input, {
    get(target, name) {
      if (name === 'read') return read;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
