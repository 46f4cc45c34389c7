import { type Bilingual, fillText, ofField } from '../../foundation/contract/text/bilingual.ts';
import { placeOf } from '../../foundation/contract/text/find-json-fault.ts';
import { descriptionFaults } from './description-faults.ts';

/** What is wrong with a description, to be read after the name of its setting. */
export class DescriptionFault extends Error {
  readonly fault: Bilingual;

  constructor(fault: Bilingual) {
    super(fault.en);
    this.fault = fault;
  }
}

/** A fault at a character of a setting. */
export function faultAt(text: string, index: number, fault: Bilingual): DescriptionFault {
  const { line, column } = placeOf(text, index);
  return new DescriptionFault(
    text.includes('\n')
      ? fillText(descriptionFaults.at_line, { fault, line, column })
      : fillText(descriptionFaults.at_character, { fault, column }),
  );
}

/** Compiles the settings of a description one by one, so that all their faults are said at once. */
export interface FaultCollector {
  readonly faults: readonly Bilingual[];
  /** What it compiles to. After a fault it is undefined, and nobody may use the description. */
  take<Compiled>(setting: string, compile: () => Compiled): Compiled;
  add(setting: string, fault: Bilingual): void;
}

export function collectFaults(): FaultCollector {
  const faults: Bilingual[] = [];
  const add = (setting: string, fault: Bilingual) => {
    const found = ofField(setting, fault);
    // What two requests have in common is wrong but once.
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
