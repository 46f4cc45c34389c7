import { fail } from '../../../foundation/contract/errors/errors.ts';
import { isCodeProduct } from '../../../foundation/contract/products.ts';
import type { Vault } from '../../../foundation/vault.ts';
import { openCheck } from '../../../products/checks/check-secrets.ts';
import { renewLink } from '../../../products/checks/renew-link.ts';
import {
  listWaitingChecks,
  readWaitingProgress,
  type WaitingCheck,
} from '../../../products/checks/waiting-queries.ts';
import { openMessage } from '../../../products/messages/content.ts';
import { readChaos, setChaos } from '../../../vendors/sandbox/chaos-queries.ts';
import { findCode } from '../../../vendors/sandbox/find-code.ts';
import { readInboxProgress } from '../../../vendors/sandbox/inbox-queries.ts';
import { type InboxItem, listInbox } from '../../../vendors/sandbox/list-inbox.ts';
import { reasonMobiles } from '../../../vendors/sandbox/reason-mobiles.ts';
import {
  magicPersons,
  rehearsedRefusals,
  scriptedMobiles,
} from '../../../vendors/sandbox/sandbox-scripts.ts';
import { consoleRoute } from '../kit/console-route.ts';
import { maskCard, maskName } from '../kit/mask-person.ts';
import { requireOneAccount } from '../kit/require-scope.ts';
import { readKey } from '../kit/share-reads.ts';
import { watchChanges } from '../kit/watch-changes.ts';
import {
  ChaosSwitches,
  InboxChecks,
  InboxMessages,
  MagicValues,
  RenewedLink,
  RenewLink,
} from './inbox-contract.ts';

/** Only test mode: if a live call ever reaches the sandbox, its content must not be readable here. */
const messagePage = { mode: 'test', limit: 100 } as const;
const checkPage = { mode: 'test', limit: 20 } as const;

/**
 * The sandbox as a phone: the messages of test calls, and the checks waiting for someone to choose their
 * outcome.
 */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/inbox/messages',
    right: 'inbox.read',
    summary: 'The newest messages of test calls',
    reply: InboxMessages,
    async handle({ pool, scope, vault }) {
      const found = await listInbox(pool, scope, (row) => openMessage(vault, row), messagePage);
      return { messages: found.map(showMessage) };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/inbox/checks',
    right: 'inbox.read',
    summary: 'The face checks of test calls that wait for their person',
    reply: InboxChecks,
    async handle({ pool, scope, vault }) {
      const found = await listWaitingChecks(pool, scope, checkPage);
      return { checks: found.map((check) => showCheck(vault, check)) };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/inbox/events',
    right: 'inbox.read',
    summary: 'Server-sent events when messages or checks change',
    reply: 'text/event-stream',
    async handle(context, { signal }) {
      const { pool, scope } = context;
      const readState = async () =>
        [
          await readInboxProgress(pool, scope, messagePage),
          await readWaitingProgress(pool, scope, checkPage),
        ].join(' ');
      return watchChanges(context, signal, { key: readKey('inbox', [scope]), readState });
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/inbox/renew-link',
    right: 'inbox.play',
    summary: 'A new link for a test check that waits; the old one leads nowhere from then on',
    body: RenewLink,
    reply: RenewedLink,
    async handle({ scope, change, checks }, { body }) {
      const check = { mode: 'test', checkId: body.requestId } as const;
      const renewed = await change('check.renew_link', (by) =>
        renewLink(by, scope, check, checks.settings.personUrl()),
      );
      if (!renewed) return fail('nothing_there');
      return { url: renewed.url, expiresAt: renewed.expiresAt.toISOString() };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/inbox/magic-values',
    right: 'inbox.read',
    summary: 'List the magic mobiles and ID numbers of the sandbox',
    reply: MagicValues,
    async handle() {
      return {
        mobiles: scriptedMobiles.map(({ mobile, script }) => ({ value: mobile, plays: script })),
        reasons: reasonMobiles.map(({ mobile, reason }) => ({ value: mobile, reason })),
        refusals: rehearsedRefusals.map(({ mobile, reason }) => ({ value: mobile, reason })),
        persons: magicPersons.map(({ cardNo, script }) => ({ value: cardNo, plays: script })),
      };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/inbox/chaos',
    right: 'inbox.read',
    summary: "Show the faults that an account's sandbox simulates",
    reply: ChaosSwitches,
    handle: ({ pool, scope }) => readChaos(pool, requireOneAccount(scope)),
  }),
  consoleRoute({
    method: 'POST',
    path: '/inbox/set-chaos',
    right: 'inbox.play',
    summary: "Set the faults that an account's sandbox simulates",
    body: ChaosSwitches,
    reply: ChaosSwitches,
    async handle({ pool, scope, change }, { body }) {
      const accountId = requireOneAccount(scope);
      await change('inbox.chaos', (by) => setChaos(by, accountId, body));
      return readChaos(pool, accountId);
    },
  }),
];

function showMessage({ callId, accountId, product, mobile, text, ...message }: InboxItem) {
  return {
    requestId: callId,
    accountId,
    product,
    mobile,
    text,
    code: isCodeProduct(product) ? findCode(text) : null,
    state: message.state,
    sentAt: message.sentAt.toISOString(),
    finishedAt: message.finishedAt?.toISOString() ?? null,
  };
}

function showCheck(vault: Vault, check: WaitingCheck) {
  const { checkId, accountId, stage, sealed } = check;
  const person = sealed && openCheck(vault, checkId, sealed);
  return {
    requestId: checkId,
    accountId,
    name: person && maskName(person.name),
    number: person && maskCard(person.cardNo),
    stage,
    createdAt: check.createdAt.toISOString(),
    expiresAt: check.expiresAt.toISOString(),
  };
}
