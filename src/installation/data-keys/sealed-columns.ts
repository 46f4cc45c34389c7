import { sealedSecrets } from '../../foundation/events/endpoint-secret.ts';
import type { SealedColumn } from '../../foundation/vault.ts';
import { sealedReplies } from '../../line/idempotency/answer-repeat.ts';
import { sealedBankLines } from '../../money/bank/bank-queries.ts';
import { sealedSigningKey } from '../../people/other-cells/signing-key.ts';
import { sealedTotpSecrets } from '../../people/sign-in/pass-factor.ts';
import { sealedPeople } from '../../products/checks/check-secrets.ts';
import { sealedUrls } from '../../products/checks/start-session.ts';
import { sealedContents } from '../../products/messages/content.ts';
import { sealedSettings } from '../../vendors/providers/provider-settings.ts';

export const fingerprintKeyContext = 'fingerprint key';

const fingerprintKey: SealedColumn = {
  table: 'platform',
  column: 'fingerprint_key',
  key: { one: 'boolean' },
  contextOf: () => fingerprintKeyContext,
};

/** Every column that holds sealed values, those of settings first. */
export const sealedColumns: readonly SealedColumn[] = [
  fingerprintKey,
  sealedSettings,
  ...sealedSecrets,
  ...sealedTotpSecrets,
  sealedSigningKey,
  sealedBankLines,
  sealedUrls,
  sealedPeople,
  sealedReplies,
  sealedContents,
];
