import type { ReactNode } from 'react';
import type { StatusTone } from '../../kit/status-tone.ts';

/** One task, with what does it: a button that asks first, or a link to where it is done. */
export interface Need {
  name: string;
  tone: StatusTone;
  title: string;
  text: ReactNode;
  button?: { label: string; onPress(): void };
  link?: { label: string; onOpen(): void };
}
