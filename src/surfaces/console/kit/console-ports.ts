import type { Log } from '../../../foundation/db/log.ts';
import type { Config } from '../../../foundation/settings/config.ts';
import type { Line } from '../../../line/calls/line.ts';
import type { OtherCells } from '../../../people/other-cells/open-other-cells.ts';
import type { SignInPorts } from '../../../people/sign-in/sign-in-ports.ts';
import type { Inbox } from '../../../vendors/sandbox/inbox.ts';

/** What the console's routes work with. */
export interface ConsolePorts extends SignInPorts {
  cells: Line['cells'];
  otherCells: OtherCells;
  log: Log;
  config: Config;
  /** The providers currently loaded, and their circuit breakers. */
  registry: Line['registry'];
  breakers: Line['breakers'];
  checks: Line['checks'];
  payments: Line['payments'];
  inbox: Inbox;
  publicUrl(): string;
  apiUrl(): string;
  version: string;
}
