import { useQueryClient } from '@tanstack/react-query';
import type {
  EndpointRow,
  SentTest,
} from '../../../../src/surfaces/console/webhooks/webhooks-contract.ts';
import { post } from '../../client/api.ts';
import { useBeginTask } from '../../client/tasks.ts';
import { useApi } from '../../client/use-api.ts';
import { toast, toastProblem } from '../../kit/toast.ts';
import { useWebhooksWords } from './webhooks-words.ts';

/** Changes without a confirmation. */
export interface EndpointChanges {
  refresh(): void;
  sendTest(endpoint: EndpointRow): Promise<void>;
  switchOn(endpoint: EndpointRow): Promise<void>;
  /** Sends what the endpoint has not accepted. */
  resend(endpoint: EndpointRow): Promise<void>;
}

export function useEndpointChanges(): EndpointChanges {
  const say = useWebhooksWords();
  const api = useApi();
  const queries = useQueryClient();
  const begin = useBeginTask();
  const refresh = () =>
    void queries.invalidateQueries({ queryKey: [api.scope, api.mode, 'webhooks'] });
  const change = async <Reply>(
    work: () => Promise<Reply>,
    words: string | ((reply: Reply) => string),
  ) => {
    try {
      const reply = await work();
      toast(typeof words === 'string' ? words : words(reply));
    } catch (error) {
      toastProblem(error);
    }
    refresh();
  };
  return {
    refresh,
    sendTest: ({ accountId, endpointId }) =>
      change(
        () => post<SentTest>(`${accountId}/webhooks/test`, { endpointId }, { mode: api.mode }),
        say('testToast'),
      ),
    switchOn: ({ accountId, endpointId }) =>
      change(
        () => post(`${accountId}/webhooks/change`, { endpointId, isOn: true }, { mode: api.mode }),
        say('onToast', { endpoint: endpointId }),
      ),
    resend: async ({ endpointId }) => {
      await begin('failed_resend', { endpointId });
      refresh();
    },
  };
}
