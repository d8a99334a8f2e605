/** A press of a key by its name (`tab`, `ctrl-r`, `x`), with the text that the terminal sends for it. */
export function keyPress(name: string): { readonly name: string; readonly text: string } {
  if (name === 'space' || name === ' ') return { name: 'space', text: ' ' };
  return { name, text: [...name].length === 1 ? name : '' };
}

/** Presses a key, or runs a command through the palette: `:span`. */
export function pressOn(runtime: { press(key: ReturnType<typeof keyPress>): void }, name: string): void {
  const names = /^:./.test(name) ? [':', ...name.slice(1), 'enter'] : [name];
  for (const each of names) runtime.press(keyPress(each));
}
