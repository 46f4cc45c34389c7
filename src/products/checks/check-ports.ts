import type { Pool } from 'pg';
import type { CellPorts } from '../../foundation/cell/require-own-cell.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Mode } from '../../foundation/contract/products.ts';
import type { LegalParticulars } from '../../foundation/contract/text/legal-particulars.ts';
import type { Log } from '../../foundation/db/log.ts';
import type { PersonPlace } from '../../foundation/page/person-host.ts';
import type { Vault } from '../../foundation/vault.ts';
import type { Breakers } from '../../vendors/providers/breakers.ts';
import type { FaceProvider } from '../../vendors/providers/provider.ts';
import type { CheckKey } from './queries.ts';

/** The dependencies of a check, from the link to the result. */
export interface CheckPorts {
  cells: CellPorts;
  pool: Pool;
  clock: Clock;
  vault: Vault;
  log: Log;
  providers: ReadonlyMap<string, FaceProvider>;
  breakers: Pick<Breakers, 'run'>;
  settings: CheckSettings;
  /** The platform's legal operator. While it is null, no live check is sold. */
  operator(): Promise<LegalParticulars | null>;
  /** Texts the link of a check, as a paid call of its account. */
  textLink(message: LinkMessage): Promise<LinkTexted>;
}

/** A text message with the link of a check. */
export interface LinkMessage extends CheckKey {
  mode: Mode;
  /** The account's display name. */
  asker: string;
  /** As the person typed it. */
  mobile: string;
  /** The language of the page. */
  language: 'en' | 'zh-CN' | 'zh-TW';
  link: string;
}

/**
 * The result of texting a link. `was_sent`: an earlier message was already sent. `under_way`: an earlier
 * message exists and its outcome is not known yet.
 */
export type LinkTexted = 'sent' | 'was_sent' | 'under_way' | 'number_invalid' | 'refused';

export interface CheckSettings extends PersonPlace {
  /** The timeout of one provider call. */
  providerTimeoutMs: number;
  /** How many days a result can be read. */
  resultDays: number;
}

/** How the account looks on the check page. */
export interface AskerAppearance {
  findLogo(
    accountId: number,
    scheme?: 'light' | 'dark',
  ): Promise<{ mediaType: string; image: Buffer } | undefined>;
  /** The stylesheet for a colour of six hexadecimal digits; undefined for anything else. */
  themeOf(hex: string): string | undefined;
}
