import Type, { type Static } from 'typebox';
import { gaps } from '../../reports/find-gaps.ts';

export const LiveGaps = Type.Array(Type.Enum([...gaps]), {
  description: 'Why live calls cannot succeed yet; told while the list is empty.',
});
export type LiveGaps = Static<typeof LiveGaps>;
