import { takenWords } from './taken-port.mjs';

interface NamedAddress {
  name: string;
  host: string;
  port: number;
}

/** Why a server cannot listen where its settings say, and what to do; undefined for any other error. */
export function listenFault(code: string | undefined, address: NamedAddress): Error | undefined {
  const sentence = code === undefined ? undefined : reasons[code]?.(address);
  return sentence === undefined ? undefined : new Error(sentence);
}

const reasons: Readonly<Record<string, (address: NamedAddress) => string>> = {
  EADDRINUSE: (address) => takenWords(address, address.name),
  EACCES: ({ name, port }) =>
    `This user may not listen on port ${port}. Set ${name} to a port above 1023.`,
  EADDRNOTAVAIL: ({ name, host }) =>
    `${host} is no address of this machine. Set ${name.replace('PORT', 'HOST')} to another.`,
};
