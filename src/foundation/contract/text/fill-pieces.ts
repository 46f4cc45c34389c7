const han = /\p{Script=Han}/u;
const latin = /[\p{Script=Latin}\p{Nd}_]/u;

/** Whether Han and Latin characters meet: they are separated by one space, and no others are. */
function needsSpace(before: string | undefined, after: string | undefined): boolean {
  if (!before || !after) return false;
  return (han.test(before) && latin.test(after)) || (latin.test(before) && han.test(after));
}

/**
 * Fills in the placeholders of a text, piece by piece. Values are not filled in again, and a placeholder without
 * a value stays as it is.
 */
export function fillPieces<Piece extends { text: string }>(
  template: string,
  pieceOf: (name: string) => Piece | undefined,
  plain: (text: string) => Piece,
): Piece[] {
  const pieces: Piece[] = [];
  let last: string | undefined;
  for (const [at, part] of template.split(/\{(\w+)\}/).entries()) {
    const piece = at % 2 === 0 ? plain(part) : (pieceOf(part) ?? plain(`{${part}}`));
    const letters = [...piece.text];
    if (needsSpace(last, letters[0])) pieces.push(plain(' '));
    pieces.push(piece);
    last = letters.at(-1) ?? last;
  }
  return pieces;
}
