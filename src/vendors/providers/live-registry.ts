import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import type { Clock } from '../../foundation/clock.ts';
import { faultOf } from '../../foundation/db/faults.ts';
import type { Log } from '../../foundation/db/log.ts';
import { createHttpClient, type HttpClient } from '../../foundation/outbound/http-client.ts';
import type { Vault } from '../../foundation/vault.ts';
import { type OpenedFace, type OpenedSms, openFace, openSms } from './open-provider.ts';
import { particularsProblems } from './particulars.ts';
import type { FaceProvider, Receipt, SmsProvider } from './provider.ts';
import { loadProviders } from './provider-queries.ts';
import { openSettings, type SealedProvider, type Settings } from './provider-settings.ts';
import { readConfig } from './read-config.ts';
import type { Registry } from './registry.ts';
import type { Vendor } from './vendor.ts';

export interface RegistryPorts {
  pool: Pool;
  vault: Vault;
  log: Log;
  clock: Clock;
  vendors: readonly Vendor[];
  publicUrl(): string;
  /** Connections to one provider. */
  connections: number;
  /** Keeps receipts that a provider brought over a connection of its own; resolves once they are durable. */
  onReceipts(providerCode: string, receipts: readonly Receipt[]): Promise<void>;
  /** Those that are not configured: the sandbox. */
  builtIn: readonly (SmsProvider | FaceProvider)[];
}

interface Opened {
  provider: OpenedSms | OpenedFace;
  http: HttpClient;
  row: SealedProvider;
  /** What it was opened with; what else changes leaves its connections as they are. */
  settings: Settings;
  callbackHash: string;
}

const connectTimeoutMs = 3_000;
/** What a provider was is closed when nobody can be waiting for it any more. */
const lingerMs = 60_000;

/** The registry of a running server, which follows what operators change. */
export class LiveRegistry implements Registry {
  readonly sms = new Map<string, SmsProvider>();
  readonly face = new Map<string, FaceProvider>();
  readonly #ports: RegistryPorts;
  readonly #opened = new Map<string, Opened>();
  /** What providers were, by the timers that close them. */
  readonly #closings = new Map<NodeJS.Timeout, Opened>();
  #version = -1;
  #loading: Promise<void> | undefined;

  constructor(ports: RegistryPorts) {
    this.#ports = ports;
    for (const provider of ports.builtIn) this.#put(provider);
  }

  /** Waits until what is known is at least as new as this version of the platform. */
  async reach(platformVersion: number): Promise<void> {
    while (this.#version < platformVersion) await this.reload();
  }

  /** One reading at a time; who comes while one is under way needs the next. */
  async reload(): Promise<void> {
    while (this.#loading) await this.#loading.catch(() => {});
    this.#loading = this.#load().finally(() => {
      this.#loading = undefined;
    });
    await this.#loading;
  }

  /** The provider behind a callback address. */
  findByCallback(callbackHash: Buffer): OpenedSms | OpenedFace | undefined {
    const hash = callbackHash.toString('hex');
    return [...this.#opened.values()].find((each) => each.callbackHash === hash)?.provider;
  }

  async close(): Promise<void> {
    for (const timer of this.#closings.keys()) clearTimeout(timer);
    await Promise.all([...this.#opened.values(), ...this.#closings.values()].map(closeOne));
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

  #put(provider: SmsProvider | FaceProvider): void {
    if (provider.kind === 'sms') this.sms.set(provider.code, provider);
    else this.face.set(provider.code, provider);
  }

  /** What is under way at a provider is ended; what it was lets go at once of what it does not need. */
  async #remove(code: string): Promise<void> {
    const gone = this.#opened.get(code);
    if (!gone) return;
    this.#opened.delete(code);
    this.sms.delete(code);
    this.face.delete(code);
    const timer = setTimeout(() => {
      this.#closings.delete(timer);
      void closeOne(gone);
    }, lingerMs);
    timer.unref();
    this.#closings.set(timer, gone);
    if ('retire' in gone.provider) await gone.provider.retire?.();
  }
}

/** Whether nothing changed; one that was removed and added again has its version, but no longer its seal. */
function isSame(one: SealedProvider, other: SealedProvider): boolean {
  return one.version === other.version && one.sealedConfig.equals(other.sealedConfig);
}

/** Undefined for settings that nobody can open, which is told. */
function readSettings({ vault, log }: RegistryPorts, row: SealedProvider): Settings | undefined {
  try {
    return openSettings(vault, row);
  } catch (error) {
    tellUseless(log, row, error);
    return undefined;
  }
}

/** Undefined for one that this program cannot open, which is told and serves nobody. */
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
    const opening = {
      code: row.providerCode,
      config,
      tools: {
        http,
        clock: ports.clock,
        log: ports.log,
        callbackUrl: () => `${ports.publicUrl()}/callbacks/${callbackKey}`,
        onReceipts: (receipts: readonly Receipt[]) => ports.onReceipts(row.providerCode, receipts),
        ...(former ? { former } : {}),
      },
    };
    const provider = vendor.kind === 'sms' ? openSms(vendor, opening) : openFace(vendor, opening);
    const callbackHash = row.callbackHash.toString('hex');
    return { provider, http, row, settings, callbackHash };
  } catch (error) {
    tellUseless(ports.log, row, error);
    return undefined;
  }
}

/** Nobody's face is checked by somebody whom a consent cannot name. */
function isOff({ kind, isOn, particulars }: SealedProvider): boolean {
  return !isOn || (kind === 'face' && particularsProblems(particulars).length > 0);
}

function tellUseless(log: Log, { providerCode }: SealedProvider, error: unknown): void {
  log.error({ provider: providerCode, fault: faultOf(error) }, 'a provider cannot be used');
}

async function closeOne({ provider, http }: Opened): Promise<void> {
  await provider.close?.();
  await http.close();
}
