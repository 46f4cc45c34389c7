import { faultOf } from '../../foundation/db/faults.ts';
import type { Log } from '../../foundation/db/log.ts';
import type { LiveRegistry } from '../../vendors/providers/live-registry.ts';
import type { PrincipalCache } from './principal-cache.ts';

interface ChangePorts {
  principals: PrincipalCache;
  providers: Pick<LiveRegistry, 'reload'>;
  /** The sandbox's faults that an operator set. */
  chaos: { forget(): void };
  log: Log;
}

/** Applies an operator's change at once: drops cached callers and reloads the providers. */
export function createChangeListener({ principals, providers, chaos, log }: ChangePorts) {
  const reload = () =>
    providers.reload().catch((error: unknown) => {
      // The registry is read again when a provider is next needed; callers do so before their first call.
      log.warn({ fault: faultOf(error) }, 'providers could not be read');
    });
  return {
    onWord(word: string) {
      principals.forget(word === '*' ? '*' : Number(word));
      chaos.forget();
      if (word === '*') void reload();
    },
    onState(isListening: boolean) {
      principals.setListening(isListening);
      chaos.forget();
      if (isListening) void reload();
    },
  };
}
