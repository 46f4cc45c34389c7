/** The words of an error. They may quote the vendor, so they are masked before they are shown. */
export function saidBy(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
