import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import type { Clock } from '../../foundation/clock.ts';
import { faultOf } from '../../foundation/db/faults.ts';
import type { Log } from '../../foundation/db/log.ts';
import { createHttpClient, type HttpClient } from '../../foundation/outbound/http-client.ts';
import type { Vault } from '../../foundation/vault.ts';
import type { Vendor } from './any-vendor.ts';
import { LinkNotes } from './link-notes.ts';
import { type OpenedProvider, openVendor } from './open-provider.ts';
import { particularsProblems } from './particulars.ts';
import type { PaymentProvider } from './payment.ts';
import {
  type FaceProvider,
  type MessageProvider,
  providerKinds,
  type Receipt,
} from './provider.ts';
import { loadProviders } from './provider-queries.ts';
import { openSettings, type SealedProvider, type Settings } from './provider-settings.ts';
import { readConfig } from './read-config.ts';
import type { Registry } from './registry.ts';
import { createTurns } from './turn-queries.ts';
import type { LinkState } from './vendor.ts';

interface RegistryPorts {
  pool: Pool;
  vault: Vault;
  log: Log;
  clock: Clock;
  vendors: readonly Vendor[];
  publicUrl(): string;
  /** The maximum number of connections to one provider. */
  connections: number;
  /** Stores receipts that arrive over a provider's own connection. Resolves once they are durable. */
  onReceipts(providerCode: string, receipts: readonly Receipt[]): Promise<void>;
  /** The providers that need no configuration: the sandbox. */
  builtIn: readonly AnyProvider[];
}

type AnyProvider = MessageProvider | FaceProvider | PaymentProvider;

interface Opened {
  provider: OpenedProvider;
  http: HttpClient;
  links: LinkNotes;
  row: SealedProvider;
  /** The settings that it was opened with. A change of anything else keeps its connections open. */
  settings: Settings;
  callbackHash: string;
}

const connectTimeoutMs = 3_000;
/** A replaced provider is closed after this time, when no call can still be waiting for it. */
const lingerMs = 60_000;

/** The registry of a running server. It follows the operators' changes. */
export class LiveRegistry implements Registry {
  readonly sms = new Map<string, MessageProvider>();
  readonly voice = new Map<string, MessageProvider>();
  readonly email = new Map<string, MessageProvider>();
  readonly face = new Map<string, FaceProvider>();
  readonly payment = new Map<string, PaymentProvider>();
  readonly #ports: RegistryPorts;
  readonly #opened = new Map<string, Opened>();
  /** Replaced providers, by the timer that closes them. */
  readonly #closings = new Map<NodeJS.Timeout, Opened>();
  #version = -1;
  #loading: Promise<void> | undefined;
  /** The load that begins when the current one ends, while a caller waits for it. */
  #next: Promise<void> | undefined;

  constructor(ports: RegistryPorts) {
    this.#ports = ports;
    for (const provider of ports.builtIn) this.#put(provider);
  }

  /** Waits until the registry has loaded at least this version of the platform. */
  async reach(platformVersion: number): Promise<void> {
    while (this.#version < platformVersion) await this.reload();
  }

  /**
   * Loads are sequential. A caller that arrives during a load needs the next one, because it may have missed a
   * change; all such callers share it.
   */
  reload(): Promise<void> {
    if (this.#next) return this.#next;
    if (!this.#loading) return this.#start();
    const begin = () => {
      this.#next = undefined;
      return this.#start();
    };
    this.#next = this.#loading.then(begin, begin);
    return this.#next;
  }

  findByCallback(callbackHash: Buffer): OpenedProvider | undefined {
    const hash = callbackHash.toString('hex');
    return [...this.#opened.values()].find((each) => each.callbackHash === hash)?.provider;
  }

  async close(): Promise<void> {
    for (const timer of this.#closings.keys()) clearTimeout(timer);
    await Promise.all([...this.#opened.values(), ...this.#closings.values()].map(closeOne));
  }

  #start(): Promise<void> {
    this.#loading = this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<void> {
    const { rows, platformVersion } = await loadProviders(this.#ports.pool);
    const codes = new Set(rows.map(({ providerCode }) => providerCode));
    for (const code of this.#opened.keys()) if (!codes.has(code)) void this.#remove(code);
    for (const row of rows) this.#follow(row);
    this.#version = Math.max(this.#version, platformVersion);
  }

  /** Opens a provider that is new or whose settings changed. */
  #follow(row: SealedProvider): void {
    const { providerCode } = row;
    const known = this.#opened.get(providerCode);
    if (known && isSame(known.row, row)) return;
    const settings = readSettings(this.#ports, row);
    const isKept =
      known?.row.vendorCode === row.vendorCode && isDeepStrictEqual(known.settings, settings);
    const former = known && !isKept ? this.#remove(providerCode) : undefined;
    const opened = isKept ? known : settings && openOne(this.#ports, row, settings, former);
    if (!opened) return;
    const { costs, particulars } = row;
    const provider = { ...opened.provider, isOff: isOff(row), costs, particulars };
    this.#opened.set(providerCode, { ...opened, row, provider });
    this.#put(provider);
  }

  #put(provider: AnyProvider): void {
    const ofKind: Map<string, AnyProvider> = this[provider.kind];
    ofKind.set(provider.code, provider);
  }

  /** Takes a provider out of use. Pending requests still finish, and idle vendor connections close now. */
  async #remove(code: string): Promise<void> {
    const gone = this.#opened.get(code);
    if (!gone) return;
    this.#opened.delete(code);
    for (const kind of providerKinds) this[kind].delete(code);
    const timer = setTimeout(() => {
      this.#closings.delete(timer);
      void closeOne(gone);
    }, lingerMs);
    timer.unref();
    this.#closings.set(timer, gone);
    void gone.links.close();
    if ('retire' in gone.provider) await gone.provider.retire?.();
  }
}

/**
 * True if nothing changed. A provider that was removed and added again can have the same version, but not the
 * same sealed settings.
 */
function isSame(one: SealedProvider, other: SealedProvider): boolean {
  return one.version === other.version && one.sealedConfig.equals(other.sealedConfig);
}

/** Undefined, with a log entry, for settings that cannot be decrypted. */
function readSettings({ vault, log }: RegistryPorts, row: SealedProvider): Settings | undefined {
  try {
    return openSettings(vault, row);
  } catch (error) {
    logUseless(log, row, error);
    return undefined;
  }
}

/** Undefined, with a log entry, for a provider that this version of the program cannot open. */
function openOne(
  ports: RegistryPorts,
  row: SealedProvider,
  settings: Settings,
  former: Promise<void> | undefined,
): Opened | undefined {
  const vendor = ports.vendors.find(({ code }) => code === row.vendorCode);
  try {
    if (!vendor) throw new Error(`there is no vendor ${row.vendorCode}`);
    const { callbackKey, ...given } = settings;
    const config = readConfig(vendor, given);
    const http = createHttpClient({ connections: ports.connections, connectTimeoutMs });
    const links = new LinkNotes(ports.pool, ports.log, row.providerCode);
    const opening = {
      code: row.providerCode,
      config,
      tools: {
        http,
        clock: ports.clock,
        log: ports.log,
        callbackUrl: () => `${ports.publicUrl()}/callbacks/${callbackKey}`,
        onReceipts: (receipts: readonly Receipt[]) => ports.onReceipts(row.providerCode, receipts),
        takeTurns: createTurns(ports.pool, row.providerCode),
        onLinks: (state: LinkState) => links.note(state),
        ...(former ? { former } : {}),
      },
    };
    const provider = openVendor(vendor, opening);
    const callbackHash = row.callbackHash.toString('hex');
    return { provider, http, links, row, settings, callbackHash };
  } catch (error) {
    logUseless(ports.log, row, error);
    return undefined;
  }
}

/** A face provider without complete particulars stays off, because the consent could not name it. */
function isOff({ kind, isOn, particulars }: SealedProvider): boolean {
  return !isOn || (kind === 'face' && particularsProblems(particulars).length > 0);
}

function logUseless(log: Log, { providerCode }: SealedProvider, error: unknown): void {
  log.error({ provider: providerCode, fault: faultOf(error) }, 'provider cannot be used');
}

async function closeOne({ provider, http, links }: Opened): Promise<void> {
  if (provider.kind !== 'payment') await provider.close?.();
  await links.close();
  await http.close();
}
