import type { VerificationRow } from '../../../../src/surfaces/console/verifications/verifications-contract.ts';
import { defineWords } from '../../client/words.ts';
import type { StatusTone } from '../../kit/status-tone.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

export const useVerificationWords = defineWords('verifications', { en, zh });

export const stateTones: Readonly<Record<VerificationRow['state'], StatusTone>> = {
  pending: 'pending',
  approved: 'good',
  used_up: 'bad',
  expired: 'refused',
  cancelled: 'refused',
};

export const verificationStates = Object.keys(stateTones) as readonly VerificationRow['state'][];
