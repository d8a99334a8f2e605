/** A press of a key by its name (`tab`, `ctrl-r`, `x`), with the text that the terminal sends for it. */
export function keyPress(name: string): { readonly name: string; readonly text: string } {
  if (name === 'space') return { name, text: ' ' };
  return { name, text: [...name].length === 1 ? name : '' };
}
