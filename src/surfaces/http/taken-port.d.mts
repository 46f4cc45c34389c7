export interface Place {
  host: string;
  port: number;
}
export const usualPlace: Place;
export function placeOf(env: Record<string, string | undefined>): Place | undefined;
export function isTaken(place: Place): Promise<boolean>;
export function takenWords(place: Place, name: string): string;
