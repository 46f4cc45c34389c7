import { useMutation } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { productTable } from '../../../../src/foundation/contract/products.ts';
import type { TrialReport } from '../../../../src/surfaces/console/kit/trial-contract.ts';
import type {
  CheckedTemplate,
  FormRules,
  TemplateRow,
} from '../../../../src/surfaces/console/templates/templates-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useLanguage } from '../../client/words.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { joinSentences } from '../../kit/join-sentences.ts';
import { Money } from '../../kit/money.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { Status } from '../../kit/status.tsx';
import { TrialOutcome } from '../../kit/trial-outcome.tsx';
import { useTemplatesWords } from './templates-words.ts';

export function TrialCard({
  template: { templateId, product },
  providers,
  values,
  isDirty,
}: {
  template: TemplateRow;
  providers: readonly FormRules[];
  values: Readonly<Record<string, string>>;
  isDirty: boolean;
}): ReactElement {
  const say = useTemplatesWords();
  const api = useApi();
  const isMail = productTable[product].kind === 'email';
  const recipientWord = isMail ? 'email' : 'mobile';
  const [typed, setTyped] = useState('');
  const recipient = { [recipientWord]: typed };
  const [provider, setProvider] = useState<string>();
  const [isSending, setSending] = useState(false);
  const language = useLanguage();
  const hints = isDirty
    ? [say('unsavedFirst')]
    : [say('trialHint'), ...(typed ? [] : [say(isMail ? 'emailFirst' : 'mobileFirst')])];
  const [report, setReport] = useState<TrialReport>();
  const check = useMutation({
    mutationFn: () =>
      api.post<CheckedTemplate>('templates/check', { templateId, ...recipient, values }),
  });
  const choices = providers.filter(({ isOn }) => isOn).map(({ code }) => code);
  const chosen = provider ?? choices[0];
  return (
    <section className="card template-section">
      <h2>{say('trial')}</h2>
      <p className="soft" id="trial-needs">
        {joinSentences(hints, language)}
      </p>
      <ProblemBar error={check.error} />
      <form
        className="trial-form"
        onSubmit={(event) => {
          event.preventDefault();
          check.mutate();
        }}
      >
        <Input
          aria-label={say(recipientWord)}
          placeholder={say(recipientWord)}
          inputMode={isMail ? 'email' : 'tel'}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button
          htmlType="submit"
          disabled={!typed || isDirty}
          aria-describedby="trial-needs"
          loading={check.isPending}
        >
          {say('check')}
        </Button>
      </form>
      {check.data && <Checked checked={check.data} />}
      {!chosen && <p className="soft">{say('noProviderOn')}</p>}
      {chosen && (
        <div className="trial-form">
          <Select
            aria-label={say('provider')}
            value={chosen}
            options={choices.map((value) => ({ value, label: value }))}
            onChange={setProvider}
          />
          <Button
            disabled={!typed || isDirty}
            aria-describedby="trial-needs"
            onClick={() => setSending(true)}
          >
            {say('send')}
          </Button>
        </div>
      )}
      {report && <TrialOutcome report={report} />}
      <Confirm
        isOpen={isSending}
        title={say('sendVerb')}
        verb={say('sendVerb')}
        rows={[
          { label: say('provider'), value: chosen },
          { label: say(recipientWord), value: typed },
          { label: say('text'), value: templateId },
        ]}
        onConfirm={async () => {
          const body = { templateId, provider: chosen, ...recipient, values };
          setReport(await api.post<TrialReport>('templates/send', body));
        }}
        onClose={() => setSending(false)}
      >
        <p>{say('sendText')}</p>
      </Confirm>
    </section>
  );
}

function Checked({ checked }: { checked: CheckedTemplate }): ReactElement {
  const say = useTemplatesWords();
  const { takers, stops, isRegionAllowed, price } = checked;
  const isTaken = takers.length > 0;
  return (
    <div className="checked" role="status">
      <p>
        <Status
          tone={isTaken ? 'good' : 'bad'}
          word={isTaken ? say('takers', { codes: takers.join(', ') }) : say('noTakers')}
        />
      </p>
      {!isRegionAllowed && <p className="soft">{say('regionClosed')}</p>}
      <p className="soft">
        {say('price')} <Money amount={price} />
      </p>
      <ul>
        {stops.length === 0 && <li>{say('noRoute')}</li>}
        {stops.map(({ code, refusal, cost }) => (
          <li key={code}>
            <Status tone={refusal ? 'refused' : 'good'} /> <code>{code}</code>{' '}
            <span className="soft">{refusal ?? say('wouldTake')}</span>
            {cost && (
              <span className="soft">
                {' '}
                · {say('cost')} <Money amount={cost} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
