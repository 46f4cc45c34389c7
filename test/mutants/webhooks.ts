import type { Mutant } from './mutant.ts';

const endpoints = 'src/foundation/events/endpoint-queries.ts';
const listeners = 'src/foundation/events/listener-queries.ts';
const deliveries = 'src/foundation/events/delivery-queries.ts';
const events = 'src/foundation/events/event-queries.ts';
const replay = 'src/foundation/events/sql/replay-deliveries.sql';
const prune = 'src/foundation/events/sql/prune-listeners.sql';

const endpointTests = ['src/foundation/events/endpoint-queries.test.ts'];
const listenerTests = ['src/foundation/events/listener-queries.test.ts'];
const deliveryTests = ['src/foundation/events/delivery-queries.test.ts'];

const deliverTests = ['src/foundation/events/deliver.test.ts'];

export const webhookMutants: readonly Mutant[] = [
  {
    file: 'src/foundation/events/sql/create-listener.sql',
    find: 'where a.account_id = p_account for no key update;',
    replace: 'where a.account_id = p_account;',
    breaks: 'Listeners that are made together count each other.',
    tests: listenerTests,
  },
  {
    file: 'src/foundation/events/endpoint-room.ts',
    find: 'if (!isProven) count += inFlight;',
    replace: 'if (isProven) count += inFlight;',
    breaks: 'Endpoints that let everybody wait leave half of the room to others.',
    tests: deliverTests,
  },
  {
    file: 'src/line/calls/sql/tell-resolved.sql',
    find: 'select from unresolved_calls u where u.account_id = c.account_id and u.call_id = c.call_id',
    replace: 'select',
    breaks: 'Only a call whose outcome nobody knew is told of as resolved.',
    tests: ['src/foundation/events/record-event.test.ts'],
  },
  {
    file: 'src/foundation/outbound/cut-endless-answers.ts',
    find: 'if (seen - start > mostBytes) {',
    replace: 'if (seen - start < 0) {',
    breaks: 'An answer that never begins or ends is cut.',
    tests: ['src/foundation/outbound/cut-endless-answers.test.ts'],
  },
  {
    file: 'src/foundation/events/deliver.ts',
    find: 'this.#results = [...results, ...this.#results];',
    replace: '',
    breaks: 'What came of an attempt is written down when the database is back.',
    tests: deliverTests,
  },
  {
    file: endpoints,
    find: 'where account_id = $1 and ($2::text is null or mode = $2) and',
    replace: 'where account_id = $1 and $2::text is not distinct from $2 and',
    breaks: 'Endpoints are listed by mode.',
    tests: endpointTests,
  },
  {
    file: endpoints,
    find: "const isThere = 'url is not null and removed_at is null';",
    replace: "const isThere = 'url is not null';",
    breaks: 'An endpoint that was removed takes no place of the twenty.',
    tests: endpointTests,
  },
  {
    file: endpoints,
    find: 'rows.length > limit ? (endpoints',
    replace: 'rows.length >= limit ? (endpoints',
    breaks: 'The last page of endpoints says that it is the last.',
    tests: endpointTests,
  },
  {
    file: endpoints,
    find: 'failing_since = case when $5 or url <> $2 then',
    replace: 'failing_since = case when url <> $2 then',
    breaks: 'An endpoint that is switched on again begins without its old failures.',
    tests: endpointTests,
  },
  {
    file: endpoints,
    find: 'failing_since = case when $5 or url <> $2 then',
    replace: 'failing_since = case when $5 then',
    breaks: 'An endpoint with another address begins without the failures of the one before.',
    tests: endpointTests,
  },
  {
    file: endpoints,
    find: 'disabled_because = case when $5 is null then disabled_because end',
    replace: 'disabled_because = null',
    breaks: 'An endpoint that is only renamed still says why it was switched off.',
    tests: endpointTests,
  },
  {
    file: endpoints,
    find: "sealed_secret = '', sealed_old_secret = null",
    replace: "sealed_secret = ''",
    breaks: 'An endpoint that was removed leaves no secret.',
    tests: endpointTests,
  },
  {
    file: endpoints,
    find: "const isWaiting = `endpoint_id = $1 and state = 'pending'`;",
    replace: 'const isWaiting = `endpoint_id = $1`;',
    breaks: 'What an endpoint took stays delivered when it is removed.',
    tests: endpointTests,
  },
  {
    file: endpoints,
    find: 'make_interval(days => $1 + 31)',
    replace: 'make_interval(days => $1)',
    breaks: 'An endpoint that was removed is kept as long as its deliveries.',
    tests: endpointTests,
  },
  {
    file: 'src/foundation/events/sql/create-listener.sql',
    find: 'and p.mode = p_mode and p.url is null',
    replace: 'and p.mode = p_mode',
    breaks: 'Endpoints take no place of a listener.',
    tests: listenerTests,
  },
  {
    file: listeners,
    find: 'const mostListeners = 5;',
    replace: 'const mostListeners = 50;',
    breaks: 'An account has five listeners.',
    tests: listenerTests,
  },
  {
    file: listeners,
    find: 'taken.filter((key) => key.endpointId === endpointId)',
    replace: 'taken',
    breaks: 'A listener acknowledges what is its own.',
    tests: listenerTests,
  },
  {
    file: listeners,
    find: 'order by d.due_at, d.event_id',
    replace: 'order by d.due_at desc, d.event_id',
    breaks: 'A listener is told the oldest first.',
    tests: listenerTests,
  },
  {
    file: prune,
    find: 'coalesce(asked_at, created_at) < now() - p_silence',
    replace: 'created_at < now() - p_silence',
    breaks: 'A listener that asks is not taken away.',
    tests: listenerTests,
  },
  {
    file: prune,
    find: 'where endpoint_id = any (v_gone)',
    replace: 'where false and endpoint_id = any (v_gone)',
    breaks: 'What waited for a listener goes with it.',
    tests: listenerTests,
  },
  {
    file: deliveries,
    find: 'and ($5::uuid is null or (d.event_id, d.endpoint_id) < ($5, $6::integer))',
    replace: 'and ($5::uuid is null or (d.event_id < $5 and $6::integer > 0))',
    breaks: 'A page of deliveries begins where the one before ended, within one event too.',
    tests: deliveryTests,
  },
  {
    file: deliveries,
    find: 'and p.endpoint_id = d.endpoint_id and p.account_id = d.account_id and p.url is not null\n       and p.removed_at is null',
    replace: 'and p.endpoint_id = d.endpoint_id',
    breaks: 'Nothing is sent again to an endpoint that was removed.',
    tests: deliveryTests,
  },
  {
    file: deliveries,
    find: 'attempts = 0, delivered_at = null\n     from endpoints p',
    replace: 'delivered_at = null\n     from endpoints p',
    breaks: 'What is sent again has all its attempts.',
    tests: deliveryTests,
  },
  {
    file: deliveries,
    find: 'order by tried_at`',
    replace: 'order by tried_at desc`',
    breaks: 'Attempts are told in their order.',
    tests: deliveryTests,
  },
  {
    file: events,
    find: 'and ($3::text is null or type = $3)',
    replace: '',
    breaks: 'Events are found by their type.',
    tests: deliveryTests,
  },
  {
    file: replay,
    find: 'e.made_at <= v_to',
    replace: 'e.made_at < v_to',
    breaks: 'A replay goes to the very moment of its end.',
    tests: deliveryTests,
  },
  {
    file: 'src/foundation/db/migrations/0027_uuid_floor.sql',
    find: 'greatest(p_at, to_timestamp(0))',
    replace: 'p_at',
    breaks: 'A replay can begin at the beginning of time.',
    tests: deliveryTests,
  },
  {
    file: 'src/foundation/events/sql/replay-deliveries.sql',
    find: 'due_at = excluded.due_at, attempts = 0, delivered_at = null;',
    replace: 'due_at = excluded.due_at, delivered_at = null;',
    breaks: 'A delivery that was given up and is replayed has all its attempts again.',
    tests: ['src/foundation/events/delivery-queries.test.ts'],
  },
];
