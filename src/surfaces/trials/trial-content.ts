import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import {
  draftMessage,
  recipientFor,
  templateOfText,
} from '../../products/messages/draft-message.ts';
import { requireTemplate } from '../../products/messages/template-queries.ts';
import type { DraftProvider } from '../../vendors/providers/draft-provider.ts';
import type {
  Device,
  Person,
  ProviderForm,
  SessionStart,
  StatusQuery,
  TemplateSend,
} from '../../vendors/providers/provider.ts';
import type { FaceVendor } from '../../vendors/providers/vendor.ts';

/** The text and recipient of one real message, or the person for one real face check. */
export interface Trial {
  mobile?: string | undefined;
  /** The recipient, for a provider of e-mail. */
  email?: string | undefined;
  templateId?: string | undefined;
  values?: Readonly<Record<string, string>> | undefined;
  text?: string | undefined;
  form?: ProviderForm | undefined;
  name?: string | undefined;
  cardNo?: string | undefined;
  /** The vendor's best one if omitted. */
  device?: Device | undefined;
  browserData?: string | undefined;
}

/** The message that an operator described, in the provider's form. */
export async function messageOf(
  { pool, defaultRegion }: { pool: Pool; defaultRegion: string },
  { code, vendor }: Pick<DraftProvider, 'code' | 'vendor'>,
  { templateId, text, form, mobile, email, values = {} }: Trial,
): Promise<TemplateSend> {
  const recipient = recipientFor(vendor.kind, { mobile, email });
  if ((templateId === undefined) === (text === undefined)) refuse('trial_content_missing');
  const template =
    templateId === undefined
      ? templateOfText(String(text))
      : await requireTemplate(pool, templateId);
  const draft = draftMessage(template, { ...recipient, values }, defaultRegion);
  return { ...draft, form: form ?? template.forms[code] ?? {} };
}

/** How a provider is asked about a message that it was sent. */
export function queryOf(
  { callId, reference, to }: TemplateSend,
  heldAt: Date,
  ids: { providerRef?: string; partRefs?: readonly string[] } = {},
): StatusQuery {
  const { providerRef = null, partRefs = [] } = ids;
  return { callId, reference, to, providerRef, partRefs, heldAt };
}

/** Personal values to remove: the number in every format that vendors use, the text, and its variables. */
export function personalOf(asTyped: string, { to, text, variables }: TemplateSend): string[] {
  const filled = Object.values(variables).filter((value) => [...value].length > 1);
  return [asTyped, to, to.slice(1), to.slice(-8), text, ...filled];
}

/** The same of a person. Vendors get the X of an ID number in upper case, however it was typed. */
export function personalOfPerson({ name, cardNo }: Person): string[] {
  return [name, cardNo, cardNo.toUpperCase()];
}

/** The session that an operator described. */
export function sessionOf(
  publicUrl: string,
  { code: vendor, devices }: Pick<FaceVendor, 'code' | 'devices'>,
  { name, cardNo, device = devices[0] ?? 'mobile', browserData }: Trial,
): SessionStart {
  if (name === undefined || cardNo === undefined) return refuse('trial_person_missing');
  if (!devices.includes(device)) refuse('device_not_supported', { vendor, devices, device });
  return {
    ...{ checkId: randomUUIDv7(), person: { name, cardNo }, device },
    ...{ browserData: browserData ?? null, returnUrl: `${publicUrl}/` },
    ...{ language: 'en', mode: 'live' },
  };
}
