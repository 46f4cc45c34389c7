interface Named {
  name: string;
}

/** The stored names of hidden columns; a name that no column has hides nothing. */
export const readHidden = (stored: string | null): string[] => stored?.split(',') ?? [];

/** The first column opens the row, so it cannot be hidden. */
export function hideable<Column extends Named>(columns: readonly Column[]): readonly Column[] {
  return columns.slice(1);
}

export function shownColumns<Column extends Named>(
  columns: readonly Column[],
  hidden: readonly string[],
): readonly Column[] {
  return columns.filter(({ name }, index) => index === 0 || !hidden.includes(name));
}
