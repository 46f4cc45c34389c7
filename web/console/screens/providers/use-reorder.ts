import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import { announce } from '../../kit/announce.ts';
import { useProvidersWords } from './providers-words.ts';

interface Codes {
  codes: readonly string[];
  onOrder(codes: readonly string[]): void;
}

/**
 * Reorders by dragging or by keys: Space lifts and drops, arrows move, Escape cancels. Each step is
 * announced.
 */
export function useReorder({ codes, onOrder }: Codes) {
  const say = useProvidersWords();
  const [lifted, setLifted] = useState<string>();
  const before = useRef<readonly string[]>(codes);
  const announceOrder = (
    word: 'lifted' | 'moved' | 'dropped' | 'backAgain',
    code: string,
    order: readonly string[],
  ) => announce(say(word, { code, position: order.indexOf(code) + 1, all: order.length }));
  const lift = (code: string) => {
    before.current = codes;
    setLifted(code);
  };
  const moveTo = (code: string, position: number) => {
    const others = codes.filter((one) => one !== code);
    const to = Math.min(others.length, Math.max(0, position));
    const order = [...others.slice(0, to), code, ...others.slice(to)];
    if (order.join() === codes.join()) return;
    onOrder(order);
    announceOrder('moved', code, order);
  };
  const onKeyDown = (code: string) => (event: KeyboardEvent) => {
    const isLifted = lifted === code;
    if (event.key === ' ') {
      if (isLifted) setLifted(undefined);
      else lift(code);
      announceOrder(isLifted ? 'dropped' : 'lifted', code, codes);
    } else if (isLifted && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      moveTo(code, codes.indexOf(code) + (event.key === 'ArrowUp' ? -1 : 1));
    } else if (isLifted && event.key === 'Escape') {
      onOrder(before.current);
      setLifted(undefined);
      announceOrder('backAgain', code, before.current);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    lifted,
    onKeyDown,
    onBlur: () => setLifted(undefined),
    dragProps: (code: string) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', code);
        lift(code);
      },
      onDragOver: (event: DragEvent) => {
        if (!lifted) return;
        event.preventDefault();
        if (lifted !== code) moveTo(lifted, codes.indexOf(code));
      },
      onDragEnd: () => setLifted(undefined),
    }),
  };
}
