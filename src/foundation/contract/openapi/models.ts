import type Type from 'typebox';
import type { OperationRow } from '../operations/operation-row.ts';
import { operations, rowOf } from '../operations/operations.ts';
import { ErrorDetail, ErrorResponse, envelopeOf } from '../wire/envelope.ts';
import { eventModels } from '../wire/event-schemas.ts';
import { WebhookDelivery } from '../wire/webhooks.ts';

/** The reply to `SmsCodeRequest` is `SmsCodeEnvelope`. */
export function envelopeName({ request }: Pick<OperationRow, 'request'>): string {
  return titleOf(request).replace(/Request$/, 'Envelope');
}

export function titleOf(schema: Type.TSchema): string {
  return String((schema as { title?: string }).title);
}

const rows = operations.map(rowOf);

/** Each operation's success reply, around its data. */
export const envelopes: Readonly<Record<string, Type.TObject>> = Object.fromEntries(
  rows.map((row) => {
    const name = envelopeName(row);
    return [name, envelopeOf(name, row.response, row.priceSources)];
  }),
);

/** Every model of the contract by name, as the OpenAPI document lists them. */
export const models: Readonly<Record<string, Type.TSchema>> = {
  ...Object.fromEntries(
    rows.flatMap(({ request, response }) => [request, response]).map((one) => [titleOf(one), one]),
  ),
  WebhookDelivery,
  ...envelopes,
  ...eventModels,
  ErrorResponse,
  ErrorDetail,
};
