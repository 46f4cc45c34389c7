import type { Pool } from 'pg';
import type { Clock } from '../../foundation/clock.ts';
import type { Mode } from '../../foundation/contract/products.ts';
import type { LegalParticulars } from '../../foundation/contract/text/legal-particulars.ts';
import type { Log } from '../../foundation/db/log.ts';
import type { Vault } from '../../foundation/vault.ts';
import type { Breakers } from '../../vendors/providers/breakers.ts';
import type { FaceProvider } from '../../vendors/providers/provider.ts';
import type { CheckKey } from './queries.ts';

/** What a check needs of the platform, from the link to the result. */
export interface CheckPorts {
  pool: Pool;
  clock: Clock;
  vault: Vault;
  log: Log;
  providers: ReadonlyMap<string, FaceProvider>;
  breakers: Pick<Breakers, 'run'>;
  settings: CheckSettings;
  /** Who runs the platform; null until the operator has said so, and then no live check is sold. */
  operator(): Promise<LegalParticulars | null>;
  /** Sends the link of a check, as a paid call of its account. */
  textLink(message: LinkMessage): Promise<LinkTexted>;
}

/** A link on its way to a phone. */
export interface LinkMessage extends CheckKey {
  mode: Mode;
  /** The account, as the person knows it. */
  asker: string;
  /** As the person typed it. */
  mobile: string;
  /** The page's. */
  language: 'en' | 'zh-CN' | 'zh-TW';
  link: string;
}

/**
 * What came of it. `was_sent`: there was such a message before. `under_way`: there is one, and nobody
 * knows yet what becomes of it.
 */
export type LinkTexted = 'sent' | 'was_sent' | 'under_way' | 'number_invalid' | 'refused';

export interface CheckSettings {
  publicUrl(): string;
  /** How long one provider may take. */
  providerTimeoutMs: number;
  /** How long a result can be read. */
  resultDays: number;
}

/** How the account that asks looks on the person's page. */
export interface AskerLook {
  findLogo(
    accountId: number,
    scheme?: 'light' | 'dark',
  ): Promise<{ mediaType: string; image: Buffer } | undefined>;
  /** The stylesheet of a colour, given as six hexadecimal digits; undefined for what is none. */
  themeOf(hex: string): string | undefined;
}
