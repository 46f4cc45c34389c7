import { formatMoney } from '../../../foundation/money.ts';
import { draftProvider } from '../../../vendors/providers/draft-provider.ts';
import { vendors } from '../../../vendors/vendors.ts';
import { checkTemplate } from '../../trials/check-template.ts';
import { testProvider } from '../../trials/test-provider.ts';
import { consoleRoute } from '../kit/console-route.ts';
import { noteTrial } from '../kit/note-trial.ts';
import { nullableMoney } from '../kit/nullable.ts';
import { reportTrial } from '../kit/report-trial.ts';
import { requirePlatform } from '../kit/require-scope.ts';
import { TrialReport } from '../kit/trial-contract.ts';
import { CheckedTemplate, TemplateSend, TemplateTrial } from './templates-contract.ts';

/** Previews a template at each provider, and sends one real message of it. */
export const routes = [
  consoleRoute({
    method: 'POST',
    path: '/templates/check',
    right: 'templates.check',
    summary:
      'What each provider on the route would be sent, and who would take it; nothing is sent',
    body: TemplateTrial,
    reply: CheckedTemplate,
    async handle({ pool, vault, config, scope, language }, { body }) {
      requirePlatform(scope);
      const { defaultRegion } = config;
      const checked = await checkTemplate({ pool, vault, vendors, defaultRegion }, body);
      return {
        ...checked,
        price: formatMoney(checked.price),
        stops: checked.stops.map(({ cost, refusal, ...stop }) => ({
          ...(stop as object as CheckedTemplate['stops'][number]),
          cost: nullableMoney(cost),
          refusal: refusal?.[language] ?? null,
        })),
      };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/templates/send',
    right: 'templates.send',
    summary: 'Send one real message with one provider, without a call; nothing is charged',
    body: TemplateSend,
    reply: TrialReport,
    async handle(context, { body }) {
      const { pool, vault, config, publicUrl } = context;
      requirePlatform(context.scope);
      const { provider: code, ...trial } = body;
      const provider = await draftProvider(
        { pool, vault, vendors },
        { code },
        (_, before) => before,
      );
      await noteTrial(context, 'template.send', provider);
      const { defaultRegion, providerTimeoutMs, currency } = config;
      const report = await testProvider(
        { pool, defaultRegion, providerTimeoutMs, currency, publicUrl: publicUrl() },
        provider,
        { ...trial, device: 'mobile' },
      );
      return reportTrial(vault, report);
    },
  }),
];
