import { createContext, Script } from 'node:vm';
import { fillText } from '../../foundation/contract/text/bilingual.ts';
import { OddAnswer } from '../providers/read-answer.ts';
import { DescriptionFault, faultAt } from './collect-faults.ts';
import { descriptionFaults } from './description-faults.ts';

/** A regular expression of the operator's with names for what it finds: `(?<id>\d+)`. */
export interface BoundedPattern {
  /** What it finds, by name. Throws OddAnswer for a text that does not match, or not in time. */
  read(text: string): Record<string, string>;
}

/** What is behind this in an answer is not looked at. */
const longestText = 2_048;

/**
 * A pattern that needs longer than this for an answer needs for ever, and stops everybody. It is by the
 * clock on the wall, so a busy machine must not make a good pattern look like one.
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
      if (!match) throw new OddAnswer('the answer does not match the pattern');
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

/** The only way to stop a regular expression that is under way. */
function execute(pattern: RegExp, text: string): RegExpExecArray | null {
  Object.assign(context, { pattern, text });
  try {
    return script.runInContext(context, { timeout: longestMs }) as RegExpExecArray | null;
  } catch (error) {
    throw new OddAnswer(`the pattern found no end: ${(error as Error).message}`);
  } finally {
    // What a vendor said is not kept longer than it is looked at.
    context.text = '';
  }
}

interface PatternFault {
  index: number;
  what: 'back_reference' | 'look_around' | 'nested_repetition';
}

/**
 * What makes a pattern need ages: a repeated group that repeats or chooses, and looking back. The source
 * is known to be a regular expression.
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
    // What a group contains is also contained by the one around it.
    if (token === ')' && closed.branches) (groups.at(-1) ?? closed).branches = true;
    isAfterGroup = token === ')';
    index += token.length - 1;
  }
  return undefined;
}
