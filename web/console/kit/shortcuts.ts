import { useEffect, useRef } from 'react';

/** By key: `j`, `g o` for a sequence, `mod+k` for Ctrl or Command, `Escape`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

const storageKey = 'countersign.letters';
const sequenceMs = 1_200;
const active: { current: Shortcuts }[] = [];
let first: { key: string; at: number } | undefined;

/** Speech input and some assistive tools need single-key shortcuts off. */
export const areSingleKeysOn = (): boolean => localStorage.getItem(storageKey) !== 'off';
export const setSingleKeys = (on: boolean): void =>
  localStorage.setItem(storageKey, on ? 'on' : 'off');

/** Binds shortcuts while the component is mounted; the one mounted last wins. */
export function useShortcuts(map: Shortcuts): void {
  const holder = useRef(map);
  holder.current = map;
  useEffect(() => {
    active.push(holder);
    if (active.length === 1) document.addEventListener('keydown', onKeyDown);
    return () => {
      active.splice(active.indexOf(holder), 1);
      if (active.length === 0) document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  const mod = event.ctrlKey || event.metaKey;
  if (!mod && (isField(event.target) || isInDialog(event.target))) return;
  // The focused control handles Enter itself.
  if (event.key === 'Enter' && isPressable(event.target)) return;
  const key = mod ? `mod+${event.key.toLowerCase()}` : event.key;
  if (!mod && key.length === 1 && key !== '/' && !areSingleKeysOn()) return;
  const action = find(key);
  if (!action) return;
  event.preventDefault();
  action();
}

function find(key: string): (() => void) | undefined {
  const plain = key.length === 1 ? key.toLowerCase() : key;
  const sequence = first && Date.now() - first.at < sequenceMs ? `${first.key} ${plain}` : plain;
  first = undefined;
  const asked = active.toReversed().map(({ current }) => current);
  const action = asked.find((map) => map[sequence])?.[sequence];
  if (action) return action;
  const begins = asked.some((map) => Object.keys(map).some((one) => one.startsWith(`${plain} `)));
  if (!begins) return undefined;
  return () => {
    first = { key: plain, at: Date.now() };
  };
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !/^(checkbox|radio|button|submit)$/.test((target as HTMLInputElement).type)
  );
}

function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a,button,summary,[role="button"]') !== null;
}

/** Dialogs and menus have their own keys. */
function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"],[role="menu"]') !== null;
}
