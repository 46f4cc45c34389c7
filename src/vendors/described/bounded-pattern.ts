import { createContext, Script } from 'node:vm';
import { fillText } from '../../foundation/contract/text/bilingual.ts';
import { UnexpectedResponse } from '../providers/read-answer.ts';
import { DescriptionFault, faultAt } from './collect-faults.ts';
import { descriptionFaults } from './description-faults.ts';

/** An operator's regular expression with named groups: `(?<id>\d+)`. */
export interface BoundedPattern {
  /** The named groups. Throws UnexpectedResponse if the text does not match, or not in time. */
  read(text: string): Record<string, string>;
}

/** Only the start of a response is searched. */
const longestText = 2_048;

/**
 * A pattern that takes longer than this may never end, and it blocks the whole process. The limit is wall-clock
 * time, so it is high enough that a busy machine does not fail a good pattern.
 */
const longestMs = 250;

export function compilePattern(
  source: string | undefined,
  wanted: readonly string[],
): BoundedPattern | undefined {
  if (source === undefined) return undefined;
  const pattern = compile(source);
  const fault = findPatternFault(source);
  if (fault) throw faultAt(source, fault.index, descriptionFaults[fault.what]);
  const names = [...source.matchAll(/\(\?<(\w+)>/g)].map(([, name]) => name as string);
  const stranger = names.find((name) => !wanted.includes(name));
  if (stranger !== undefined || names.length === 0) {
    throw new DescriptionFault(fillText(descriptionFaults.groups_unknown, { names: wanted }));
  }
  return {
    read(text) {
      const match = execute(pattern, text.slice(0, longestText));
      if (!match) throw new UnexpectedResponse('the answer does not match the pattern');
      const found = Object.entries(match.groups ?? {});
      return Object.fromEntries(found.filter(([, value]) => value !== undefined));
    },
  };
}

function compile(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch (error) {
    const why = (error as Error).message;
    throw new DescriptionFault(fillText(descriptionFaults.not_pattern, { why }));
  }
}

const context = createContext(Object.create(null) as { pattern?: RegExp; text?: string });
const script = new Script('pattern.exec(text)');

/** Runs the pattern in a VM context, the only way to stop a running regular expression. */
function execute(pattern: RegExp, text: string): RegExpExecArray | null {
  Object.assign(context, { pattern, text });
  try {
    return script.runInContext(context, { timeout: longestMs }) as RegExpExecArray | null;
  } catch (error) {
    throw new UnexpectedResponse(`the pattern found no end: ${(error as Error).message}`);
  } finally {
    // Do not keep the vendor's response in memory.
    context.text = '';
  }
}

interface PatternFault {
  index: number;
  what: 'back_reference' | 'look_around' | 'nested_repetition';
}

/**
 * Finds what can make a pattern run exponentially long: nested repetition, alternatives in a repeated group,
 * back-references and look-around. The source is already known to be a valid regular expression.
 */
function findPatternFault(source: string): PatternFault | undefined {
  const groups: { branches: boolean }[] = [{ branches: false }];
  let closed = { branches: false };
  let isAfterGroup = false;
  for (let index = 0; index < source.length; index++) {
    const rest = source.slice(index);
    const [token = rest.charAt(0)] =
      /^(\\k<\w+>|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?<\w+>|\(\?<?[=!]|\(\?:|\{\d+(,\d*)?\})/.exec(
        rest,
      ) ?? [];
    const group = groups.at(-1) as { branches: boolean };
    if (/^\\[1-9k]/.test(token)) return { index, what: 'back_reference' };
    if (/^\(\?<?[=!]/.test(token)) return { index, what: 'look_around' };
    if (token.startsWith('(')) groups.push({ branches: false });
    else if (token === ')') closed = groups.pop() ?? closed;
    else if (token === '|') group.branches = true;
    else if (/^([*+]|\{)/.test(token)) {
      if (isAfterGroup && closed.branches) return { index, what: 'nested_repetition' };
      group.branches = true;
    }
    // An outer group inherits what its inner groups contain.
    if (token === ')' && closed.branches) (groups.at(-1) ?? closed).branches = true;
    isAfterGroup = token === ')';
    index += token.length - 1;
  }
  return undefined;
}
