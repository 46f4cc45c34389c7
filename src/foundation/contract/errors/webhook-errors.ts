import type { ErrorRow } from './error-row.ts';

/** Errors of the operations on endpoints and deliveries. */
export const webhookErrors = {
  endpoint_unknown: {
    code: 40315,
    status: 403,
    message: { en: 'The endpoint is not known.', zh: '推送地址不存在。' },
    cause: {
      en:
        'No endpoint of this account and mode has this id, or it was removed. An endpoint of another ' +
        'account gets the same reply, and so does a listener that nobody asked for five minutes.',
      zh: '该账户在此模式下没有此推送地址，或推送地址已被删除。其他账户的推送地址以及五分钟无人请求的监听者，答复相同。',
    },
    fix: {
      en: 'Send an `endpointId` of webhook_endpoint_list, with a key of the same mode.',
      zh: '请使用 webhook_endpoint_list 返回的 `endpointId`，并使用相同模式的密钥。',
    },
    charged: 'no',
    retry: 'change_request',
    on: [
      'webhook_endpoint_update',
      'webhook_endpoint_delete',
      'webhook_endpoint_roll_secret',
      'webhook_endpoint_test',
      'webhook_replay',
      'webhook_listen',
    ],
  },
  delivery_unknown: {
    code: 40316,
    status: 403,
    message: { en: 'The delivery is not known.', zh: '推送记录不存在。' },
    cause: {
      en: 'No delivery of this account and mode has this id, or it is too old to be kept.',
      zh: '该账户在此模式下没有此推送记录，或记录已过保留期。',
    },
    fix: {
      en: 'Send a `deliveryId` of webhook_delivery_list, with a key of the same mode.',
      zh: '请使用 webhook_delivery_list 返回的 `deliveryId`，并使用相同模式的密钥。',
    },
    charged: 'no',
    retry: 'change_request',
    on: ['webhook_replay'],
  },
  listen_test_only: {
    code: 40317,
    status: 403,
    message: { en: 'Only a test key can listen.', zh: '只有测试密钥可以监听。' },
    cause: {
      en: 'webhook_listen is for development. Live events are sent to endpoints alone.',
      zh: 'webhook_listen 仅用于开发。正式模式的事件只发送到推送地址。',
    },
    fix: {
      en: 'Use a key of the test mode, or make an endpoint with webhook_endpoint_create.',
      zh: '请使用测试密钥，或通过 webhook_endpoint_create 创建推送地址。',
    },
    charged: 'no',
    retry: 'change_request',
    on: ['webhook_listen'],
  },
  endpoint_off: {
    code: 42202,
    status: 422,
    message: { en: 'The endpoint is switched off.', zh: '推送地址已关闭。' },
    cause: {
      en: 'It was switched off, by you or because it failed for five days; nothing is sent to it.',
      zh: '推送地址已被您关闭，或因连续五天失败而被停用；不会向其发送任何内容。',
    },
    fix: {
      en: 'Switch it on with webhook_endpoint_update and `"isOn": true`.',
      zh: '请通过 webhook_endpoint_update 并设置 `"isOn": true` 将其开启。',
    },
    charged: 'no',
    retry: 'change_request',
    on: ['webhook_endpoint_test'],
  },
  too_many_endpoints: {
    code: 42203,
    status: 422,
    message: {
      en: 'The account has as many endpoints as it can have.',
      zh: '账户的推送地址数量已达上限。',
    },
    cause: {
      en: 'An account can have 20 endpoints in each mode, and 5 listeners.',
      zh: '每个账户在每种模式下最多有 20 个推送地址和 5 个监听者。',
    },
    fix: {
      en: 'Delete one that is no longer needed, or let one tell the others.',
      zh: '请删除不再需要的推送地址，或由一个推送地址转发给其他系统。',
    },
    charged: 'no',
    retry: 'change_request',
    on: ['webhook_endpoint_create', 'webhook_listen'],
  },
  rate_limited_trials: {
    code: 42908,
    status: 429,
    message: {
      en: 'Too many trial events in a short time.',
      zh: '短时间内发送的测试事件过多。',
    },
    cause: {
      en: 'The endpoints of an account are sent at most 20 trial events in a minute in each mode.',
      zh: '每个账户在每种模式下，一分钟内最多向其推送地址发送 20 个测试事件。',
    },
    fix: {
      en: 'Wait for the seconds in `Retry-After`. To see an event again, send its delivery again.',
      zh: '请等待 `Retry-After` 给出的秒数。如需再次查看某个事件，请重新发送其推送记录。',
    },
    charged: 'no',
    retry: 'wait',
    on: ['webhook_endpoint_test'],
  },
} as const satisfies Record<string, ErrorRow>;
