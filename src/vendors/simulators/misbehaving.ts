import { type Misbehaviour, misbehaviours } from './simulator.ts';

/** The faults that a simulator currently injects. */
interface Misbehaving {
  does(name: Misbehaviour): boolean;
  /** The text after the colon; empty if there is none, undefined if this fault is off. */
  argumentOf(name: Misbehaviour): string | undefined;
  list(): string[];
  /** Throws for an unknown name, without changing anything. */
  set(list: readonly string[]): void;
}

export function createMisbehaving(): Misbehaving {
  let wrongs = new Map<Misbehaviour, string>();
  return {
    does: (name) => wrongs.has(name),
    argumentOf: (name) => wrongs.get(name),
    list: () => [...wrongs].map(([name, value]) => (value ? `${name}:${value}` : name)),
    set(list) {
      const next = new Map<Misbehaviour, string>();
      for (const entry of list) {
        const [name = '', ...value] = entry.split(':');
        if (!misbehaviours.includes(name as Misbehaviour)) {
          throw new Error(`${name} is not one of ${misbehaviours.join(', ')}`);
        }
        next.set(name as Misbehaviour, value.join(':'));
      }
      wrongs = next;
    },
  };
}

/** Accepts a JSON array, an object with a `misbehave` array, or comma-separated names. */
export function readMisbehaviours(body: string): string[] {
  const text = body.trim();
  if (!/^[[{]/.test(text)) return namesIn(text);
  const parsed: unknown = JSON.parse(text);
  const list = Array.isArray(parsed) ? parsed : (parsed as { misbehave?: unknown }).misbehave;
  const names = typeof list === 'string' ? namesIn(list) : list;
  if (!Array.isArray(names)) throw new Error('expected a list of misbehaviours');
  return names.map(String);
}

function namesIn(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
