import { ApiError } from '../../foundation/contract/errors/errors.ts';
import {
  type FailureReason,
  failureReasons,
  fieldOfReason,
} from '../../foundation/contract/errors/failure-reasons.ts';

/** A provider's rejection, with its reason as text and as a machine-readable field. */
export function rejection(reason: FailureReason): ApiError {
  const detail = { field: fieldOfReason(reason), problem: failureReasons[reason], reason };
  return new ApiError('provider_rejected', { details: [detail] });
}
