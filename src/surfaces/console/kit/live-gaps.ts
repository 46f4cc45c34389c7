import Type, { type Static } from 'typebox';
import { gaps } from '../../reports/find-gaps.ts';

export const LiveGaps = Type.Array(
  Type.Object({
    gap: Type.Enum([...gaps]),
    isFault: Type.Boolean({ description: 'As the health screen sees it; else it is advice.' }),
  }),
  { description: 'Why live calls cannot succeed yet; told while the list is empty.' },
);
export type LiveGaps = Static<typeof LiveGaps>;
