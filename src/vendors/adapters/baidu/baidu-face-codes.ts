import type { FailureReason } from '../../../foundation/contract/errors/failure-reasons.ts';
import type { CodeMeaning } from '../../providers/vendor.ts';

/**
 * Codes for starting a session, none of which is charged. Sources: ai.baidu.com/ai-doc/FACE/zl958mm8k
 * (2025-08-22), ai.baidu.com/ai-doc/FACE/5k37c1ujz (H5 plans), ai.baidu.com/ai-doc/FACE/Lk8jybg9r (283400); the
 * word is that of the OAuth endpoint.
 */
export const startCodes: Readonly<Record<string, CodeMeaning>> = {
  '2': ['unavailable', 'provider_fault'],
  '4': ['unavailable', 'provider_limit'],
  '6': ['unavailable', 'provider_setup'],
  // The free quota is used up, and nothing is paid for.
  '17': ['unavailable', 'provider_balance'],
  '18': ['unavailable', 'provider_limit'],
  '19': ['unavailable', 'provider_balance'],
  '100': ['unavailable', 'provider_setup'],
  '110': ['unavailable', 'provider_setup'],
  '111': ['unavailable', 'provider_setup'],
  '216100': ['unavailable', 'provider_setup'],
  '216600': ['rejected', 'identity_invalid'],
  '222022': ['rejected', 'identity_invalid'],
  '222023': ['rejected', 'identity_invalid'],
  '283400': ['unavailable', 'provider_setup'],
  '283435': ['unavailable', 'provider_setup'],
  '283512': ['unavailable', 'provider_fault'],
  '283513': ['unavailable', 'provider_setup'],
  '283520': ['unavailable', 'provider_setup'],
  invalid_client: ['unavailable', 'provider_setup'],
};

/**
 * Why an attempt did not pass (`code`). `expired` says nothing about the person: the session ends, the check
 * does not. Source: ai.baidu.com/ai-doc/FACE/5k37c1ujz, the lists for H5 plans and video liveness (2026-11-17).
 */
export const resultCodes: Readonly<Record<string, readonly ['failed' | 'expired', FailureReason]>> =
  {
    '216432': ['expired', 'provider_fault'],
    '216433': ['expired', 'provider_fault'],
    '216434': ['failed', 'liveness'],
    '216501': ['expired', 'picture_quality'],
    '216508': ['expired', 'picture_quality'],
    '216509': ['expired', 'picture_quality'],
    '216510': ['expired', 'picture_quality'],
    '216600': ['failed', 'identity_invalid'],
    '216601': ['failed', 'identity_mismatch'],
    '216612': ['expired', 'provider_fault'],
    '216908': ['expired', 'picture_quality'],
    '222022': ['failed', 'identity_invalid'],
    '222023': ['failed', 'identity_invalid'],
    '222202': ['expired', 'picture_quality'],
    '222203': ['expired', 'picture_quality'],
    '222350': ['failed', 'photo_missing'],
    '222351': ['failed', 'identity_mismatch'],
    '222354': ['failed', 'identity_not_found'],
    '222355': ['failed', 'photo_missing'],
    '222356': ['expired', 'picture_quality'],
    '222360': ['failed', 'identity_mismatch'],
    '222361': ['expired', 'provider_fault'],
    '223113': ['expired', 'picture_quality'],
    '223114': ['expired', 'picture_quality'],
    '223115': ['expired', 'picture_quality'],
    '223116': ['expired', 'picture_quality'],
    '223129': ['expired', 'picture_quality'],
    '223131': ['failed', 'liveness'],
    '283456': ['expired', 'picture_quality'],
    '283460': ['expired', 'picture_quality'],
  };
