import { refuse } from '../../../foundation/contract/refusals/refused.ts';
import { draftProvider } from '../../../vendors/providers/draft-provider.ts';
import { vendors } from '../../../vendors/vendors.ts';
import { followTest, testProvider } from '../../trials/test-provider.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import { noteTrial } from '../kit/note-trial.ts';
import { openFollowed, reportProgress, reportTrial } from '../kit/report-trial.ts';
import { requirePlatform } from '../kit/require-scope.ts';
import { TrialProgress, TrialReport } from '../kit/trial-contract.ts';
import { mergeSettings } from './merge-settings.ts';
import { FollowedTrial, ProviderTrial } from './providers-contract.ts';

interface Named {
  code?: string;
  vendor?: string;
  settings: Record<string, unknown>;
}

/** The provider with the settings in the form, saved or not. */
function draftOf({ pool, vault }: ConsoleContext, { code, vendor, settings }: Named) {
  return draftProvider({ pool, vault, vendors }, { code, vendor }, (of, before) =>
    mergeSettings(of, before, settings),
  );
}

function portsOf({ pool, config, publicUrl }: ConsoleContext) {
  const { defaultRegion, providerTimeoutMs, currency } = config;
  return { pool, defaultRegion, providerTimeoutMs, currency, publicUrl: publicUrl() };
}

/** Tests a provider with one real message or session, and follows it until its receipt or result. */
export const routes = [
  consoleRoute({
    method: 'POST',
    path: '/providers/test',
    right: 'providers.change',
    summary: 'Send one real message or start one session, even with unsaved settings',
    body: ProviderTrial,
    reply: TrialReport,
    async handle(context, { body }) {
      requirePlatform(context.scope);
      const { code, vendor, settings, ...trial } = body;
      const provider = await draftOf(context, { code, vendor, settings });
      await noteTrial(context, 'provider.test', provider);
      const report = await testProvider(portsOf(context), provider, trial);
      return reportTrial(context.vault, report);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/providers/follow',
    right: 'providers.change',
    summary: 'Show the receipt of a test message, or the result of a test session',
    body: FollowedTrial,
    reply: TrialProgress,
    async handle(context, { body: { follow, withStatus, ...named } }) {
      requirePlatform(context.scope);
      const followed = openFollowed(context.vault, follow) ?? refuse('trial_unknown');
      const provider = await draftOf(context, named);
      const ports = portsOf(context);
      const { end, exchanges } = await followTest(ports, provider, followed, { withStatus });
      return reportProgress(end, exchanges);
    },
  }),
];
