/** Begins a text of the command line, which continues a line there. Names with other characters stay as they are. */
export function capitalize(text: string): string {
  return text.replace(
    /^[a-z]+(?=[ ,:;]|$)/,
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  );
}
