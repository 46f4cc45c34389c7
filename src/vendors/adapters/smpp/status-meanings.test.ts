import { describe, expect, test } from 'vitest';
import { statusCode } from './codes.ts';
import { type StatusPreset, statusMeanings, statusPresets } from './status-meanings.ts';

const plain = { statusPreset: 'none', rejectedStatuses: '', unknownStatuses: '' } as const;

describe('a status', () => {
  // @mutant src/vendors/adapters/smpp/codes.ts
  // - export const unlistedStatus: CodeMeaning = ['unavailable', 'provider_fault'];
  // + export const unlistedStatus: CodeMeaning = ['unknown', 'provider_fault'];
  test('but 0 never leaves the outcome open, unless the operator says so', () => {
    for (const preset of Object.keys(statusPresets) as StatusPreset[]) {
      const meaningOf = statusMeanings({ ...plain, statusPreset: preset });
      for (let status = 1; status <= 0x1000; status++) {
        const [kind, reason] = meaningOf(status);
        expect(['unavailable', 'rejected'], statusCode(status)).toContain(kind);
        expect(reason).not.toBeNull();
      }
    }
  });

  test('has the carrier’s meaning before the protocol’s, and the operator’s before both', () => {
    const hollatags = { ...plain, statusPreset: 'hollatags' } as const;
    expect(statusMeanings(plain)(0x45)).toEqual(['unavailable', 'provider_fault']);
    expect(statusMeanings(hollatags)(0x45)).toEqual(['rejected', 'blocked_by_person']);
    expect(statusMeanings(hollatags)(0x0b)).toEqual(['rejected', 'number_invalid']);
    const own = {
      ...hollatags,
      rejectedStatuses: '0x0000040a=frequency, 0x99=region',
      unknownStatuses: ' 0x45 0x8\n',
    };
    expect(statusMeanings(own)(0x40a)).toEqual(['rejected', 'frequency']);
    expect(statusMeanings(own)(0x99)).toEqual(['rejected', 'region']);
    expect(statusMeanings(own)(0x45)).toEqual(['unknown', 'provider_fault']);
    expect(statusMeanings(own)(0x08)).toEqual(['unknown', 'provider_fault']);
  });
});
