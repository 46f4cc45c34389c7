import { placeOf } from '../../foundation/contract/text/find-json-fault.ts';

/** What is wrong with a description, to be read after the name of its setting. */
export class DescriptionFault extends Error {}

/** A fault at a character of a setting. */
export function faultAt(text: string, index: number, words: string): DescriptionFault {
  const { line, column } = placeOf(text, index);
  const place = text.includes('\n') ? `line ${line}, character ${column}` : `character ${column}`;
  return new DescriptionFault(`${words} at ${place}`);
}

/** Compiles the settings of a description one by one, so that all their faults are said at once. */
export interface FaultCollector {
  readonly faults: readonly string[];
  /** What it compiles to. After a fault it is undefined, and nobody may use the description. */
  take<Compiled>(setting: string, compile: () => Compiled): Compiled;
  refuse(setting: string, words: string): void;
}

export function collectFaults(): FaultCollector {
  const faults: string[] = [];
  const refuse = (setting: string, words: string) => {
    const fault = `${setting} ${words}`;
    // What two requests have in common is wrong but once.
    if (!faults.includes(fault)) faults.push(fault);
  };
  return {
    faults,
    refuse,
    take<Compiled>(setting: string, compile: () => Compiled): Compiled {
      try {
        return compile();
      } catch (fault) {
        if (!(fault instanceof DescriptionFault)) throw fault;
        refuse(setting, fault.message);
        return undefined as Compiled;
      }
    },
  };
}
