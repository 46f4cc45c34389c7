import type { ErrorRow } from './error-row.ts';

/** Errors of the operations on endpoints and deliveries. */
export const webhookErrors = {
  endpoint_unknown: {
    code: 40315,
    status: 403,
    message: { en: 'Unknown endpoint.', zh: '推送地址不存在。' },
    cause: {
      en:
        'No endpoint of this account and mode has this ID, or it was deleted. An endpoint of ' +
        'another account gets the same response, and so does a listener that was idle for five ' +
        'minutes.',
      zh: '该账户在此模式下没有此推送地址，或推送地址已删除。其他账户的推送地址，以及闲置超过五分钟的监听器，响应相同。',
    },
    fix: {
      en: 'Send an `endpointId` from webhook_endpoint_list, using a key of the same mode.',
      zh: '请使用 webhook_endpoint_list 返回的 `endpointId`，并使用相同模式的密钥。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'named',
  },
  delivery_unknown: {
    code: 40316,
    status: 403,
    message: { en: 'Unknown delivery.', zh: '推送记录不存在。' },
    cause: {
      en: 'No delivery of this account and mode has this ID, or it is past its retention.',
      zh: '该账户在此模式下没有此推送记录，或记录已过保存期。',
    },
    fix: {
      en: 'Send a `deliveryId` from webhook_delivery_list, using a key of the same mode.',
      zh: '请使用 webhook_delivery_list 返回的 `deliveryId`，并使用相同模式的密钥。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'named',
  },
  listen_test_only: {
    code: 40317,
    status: 403,
    message: { en: 'Only test keys can listen.', zh: '只有测试密钥可以监听。' },
    cause: {
      en: 'webhook_listen is for development. Live events are sent only to endpoints.',
      zh: 'webhook_listen 仅用于开发。正式模式的事件只发送到推送地址。',
    },
    fix: {
      en: 'Use a test key, or create an endpoint with webhook_endpoint_create.',
      zh: '请使用测试密钥，或通过 webhook_endpoint_create 创建推送地址。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'named',
  },
  endpoint_off: {
    code: 42202,
    status: 422,
    message: { en: 'The endpoint is turned off.', zh: '推送地址已关闭。' },
    cause: {
      en:
        'You turned it off, or the platform did because it failed for five days. No events are ' +
        'sent to it.',
      zh: '您关闭了该推送地址，或因连续五天推送失败，平台将其停用。平台不会向其发送任何事件。',
    },
    fix: {
      en: 'Turn it on with webhook_endpoint_update and `"isOn": true`.',
      zh: '请调用 webhook_endpoint_update 并设置 `"isOn": true` 将其开启。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'named',
  },
  too_many_endpoints: {
    code: 42203,
    status: 422,
    message: {
      en: 'The account has reached its limit of endpoints.',
      zh: '账户的推送地址数量已达上限。',
    },
    cause: {
      en: 'An account can have 20 endpoints in each mode.',
      zh: '每个账户在每种模式下最多有 20 个推送地址。',
    },
    fix: {
      en:
        'Delete an endpoint you no longer need, or forward events from one endpoint to your ' +
        'other systems.',
      zh: '请删除不再需要的推送地址，或由一个推送地址转发给其他系统。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'named',
  },
  too_many_listeners: {
    code: 42204,
    status: 422,
    message: {
      en: 'Five listeners of this account are already open.',
      zh: '该账户已开启五个监听器。',
    },
    cause: {
      en:
        'An account can have 5 listeners at once. A listener ends by itself five minutes after its ' +
        'last request.',
      zh: '每个账户最多同时有 5 个监听器。监听器在最后一次请求五分钟后自动结束。',
    },
    fix: {
      en:
        'Stop a `countersign-listen` that you no longer need and wait five minutes, or continue one ' +
        'with its `listenerId`. webhook_endpoint_list shows the open ones.',
      zh: '请停止不再需要的 `countersign-listen` 并等待五分钟，或使用 `listenerId` 继续已有的监听器。webhook_endpoint_list 会列出已开启的监听器。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'named',
  },
  rate_limited_trials: {
    code: 42908,
    status: 429,
    message: {
      en: 'Too many test events in a short time.',
      zh: '短时间内发送的测试事件过多。',
    },
    cause: {
      en: 'An account can send at most 20 test events per minute in each mode.',
      zh: '每个账户在每种模式下，每分钟最多发送 20 个测试事件。',
    },
    fix: {
      en:
        'Wait the number of seconds in `Retry-After`. To receive an event again, replay its ' +
        'delivery.',
      zh: '请等待 `Retry-After` 指定的秒数。如需再次接收某个事件，请重新发送其推送记录。',
    },
    charged: 'no',
    retry: 'wait',
    on: 'named',
  },
} as const satisfies Record<string, ErrorRow>;
