/** Saves a text that was made in the browser. */
export function saveText(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  save(href, name);
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** Saves a file that a reply contains. */
export function saveFile(file: { fileName: string; type: string; base64: string }): void {
  const bytes = Uint8Array.from(atob(file.base64), (one) => one.charCodeAt(0));
  const href = URL.createObjectURL(new Blob([bytes], { type: file.type }));
  save(href, file.fileName);
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

function save(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}
