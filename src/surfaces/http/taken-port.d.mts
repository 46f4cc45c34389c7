export interface ListenAddress {
  host: string;
  port: number;
}
export const defaultAddress: ListenAddress;
export function listenAddress(env: Record<string, string | undefined>): ListenAddress | undefined;
export function isTaken(address: ListenAddress): Promise<boolean>;
export function takenWords(address: ListenAddress, name: string): string;
