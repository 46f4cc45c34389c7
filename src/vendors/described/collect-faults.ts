import { type Bilingual, fillText, prefixField } from '../../foundation/contract/text/bilingual.ts';
import { lineAndColumn } from '../../foundation/contract/text/find-json-fault.ts';
import { descriptionFaults } from './description-faults.ts';

/** A fault in a description; the text is printed after the setting's name. */
export class DescriptionFault extends Error {
  readonly fault: Bilingual;

  constructor(fault: Bilingual) {
    super(fault.en);
    this.fault = fault;
  }
}

/** A fault at a character position of a setting. */
export function faultAt(text: string, index: number, fault: Bilingual): DescriptionFault {
  const { line, column } = lineAndColumn(text, index);
  return new DescriptionFault(
    text.includes('\n')
      ? fillText(descriptionFaults.at_line, { fault, line, column })
      : fillText(descriptionFaults.at_character, { fault, column }),
  );
}

/** Compiles settings one by one and collects all faults, to report them at once. */
export interface FaultCollector {
  readonly faults: readonly Bilingual[];
  /** The compiled setting. After a fault it is undefined, and the description must not be used. */
  take<Compiled>(setting: string, compile: () => Compiled): Compiled;
  add(setting: string, fault: Bilingual): void;
}

export function collectFaults(): FaultCollector {
  const faults: Bilingual[] = [];
  const add = (setting: string, fault: Bilingual) => {
    const found = prefixField(setting, fault);
    // A fault in something that two requests share is reported once.
    if (!faults.some(({ en }) => en === found.en)) faults.push(found);
  };
  return {
    faults,
    add,
    take<Compiled>(setting: string, compile: () => Compiled): Compiled {
      try {
        return compile();
      } catch (error) {
        if (!(error instanceof DescriptionFault)) throw error;
        add(setting, error.fault);
        return undefined as Compiled;
      }
    },
  };
}
