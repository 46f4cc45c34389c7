/** Asks for the second factor before an act, and resolves to whether the person proved it. */
type AskFactor = (act: string | undefined) => Promise<boolean>;

const places: AskFactor[] = [];

/**
 * Offers a place to ask for the second factor: the dialog whose button was pressed, or the shell. The latest
 * one is asked. Returns how to withdraw the offer.
 */
export function offerFactorPlace(ask: AskFactor): () => void {
  places.push(ask);
  return () => {
    const at = places.lastIndexOf(ask);
    if (at >= 0) places.splice(at, 1);
  };
}

/** Resolves to false where there is no place to ask. */
export async function askFactor(act: string | undefined): Promise<boolean> {
  return (await places.at(-1)?.(act)) ?? false;
}
