import type { FailureReason } from '../../../foundation/contract/errors/failure-reasons.ts';
import type { CodeMeaning } from '../../providers/vendor.ts';

/**
 * By the code of the error, or by HTTP status for an error without one. Every code refuses the
 * request, so no session was created. Sources: devdocs.veriff.com/docs/some-troubleshooting-codes-table
 * (2025-08-14), devdocs.veriff.com/docs/credentials-and-authorization-codes-table (2024-09-10).
 */
export const codes: Readonly<Record<string, CodeMeaning>> = {
  '201': ['done', null],
  ...asTable('provider_setup', [
    ...['1001', '1002', '1003', '1102', '1104', '1201', '1202', '1203', '1301', '1302', '1303'],
    ...['1304', '1308', '1309', '1310', '1400', '1401', '1402', '1403', '1500', '1501'],
    ...['1801', '1802', '1803', '1804', '1812', '1813', '1814', '1815', '1818', '1819'],
    ...['400', '401', '403', '404'],
  ]),
  '429': ['unavailable', 'provider_limit'],
  '500': ['unknown', 'provider_fault'],
  '502': ['unknown', 'provider_fault'],
  '503': ['unknown', 'provider_fault'],
  '504': ['unknown', 'provider_fault'],
};

function asTable(reason: FailureReason, names: readonly string[]): Record<string, CodeMeaning> {
  return Object.fromEntries(names.map((code) => [code, ['unavailable', reason] as const]));
}

/**
 * Why a session was declined (`reasonCode`). Sources: devdocs.veriff.com/docs/granular-reason-codes
 * (2026-06-02), devdocs.veriff.com/docs/verification-session-decision-codes-table (2025-09-03).
 */
export const declines: Readonly<Record<string, FailureReason>> = {
  '101': 'document_refused',
  '102': 'document_refused',
  '103': 'face_mismatch',
  '104': 'identity_mismatch',
  '105': 'liveness',
  '106': 'liveness',
  '107': 'too_many_attempts',
  '108': 'too_many_attempts',
  '109': 'too_many_attempts',
  '110': 'too_many_attempts',
  '111': 'liveness',
  '112': 'device_refused',
  '113': 'liveness',
  '120': 'face_mismatch',
  '121': 'provider_setup',
  '122': 'provider_setup',
  '123': 'identity_mismatch',
  '124': 'too_many_attempts',
  '126': 'identity_mismatch',
  '127': 'face_mismatch',
  '128': 'provider_setup',
  '129': 'provider_setup',
  '501': 'liveness',
  '502': 'liveness',
  '503': 'liveness',
  '504': 'document_refused',
  '505': 'document_refused',
  '507': 'document_refused',
  '508': 'document_refused',
  '509': 'face_mismatch',
  '510': 'document_refused',
  '511': 'document_refused',
  '515': 'liveness',
  '526': 'liveness',
  '527': 'document_refused',
  '528': 'document_refused',
  '530': 'under_age',
  '531': 'under_age',
  '532': 'under_age',
  '533': 'under_age',
  '534': 'under_age',
  '535': 'under_age',
  '536': 'under_age',
  '537': 'photo_missing',
  '539': 'too_many_attempts',
};
