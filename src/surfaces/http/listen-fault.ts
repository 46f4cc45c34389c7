import { takenWords } from './taken-port.mjs';

interface Place {
  name: string;
  host: string;
  port: number;
}

/** Why a server cannot listen where its settings say, and what to do; undefined for any other error. */
export function listenFault(code: string | undefined, place: Place): Error | undefined {
  const sentence = code === undefined ? undefined : reasons[code]?.(place);
  return sentence === undefined ? undefined : new Error(sentence);
}

const reasons: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: (place) => takenWords(place, place.name),
  EACCES: ({ name, port }) =>
    `This user may not listen on port ${port}. Set ${name} to a port above 1023.`,
  EADDRNOTAVAIL: ({ name, host }) =>
    `${host} is no address of this machine. Set ${name.replace('PORT', 'HOST')} to another.`,
};
