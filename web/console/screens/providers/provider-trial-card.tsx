import { useMutation } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import type { TrialReport } from '../../../../src/surfaces/console/kit/trial-contract.ts';
import type { VendorRow } from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { TrialOutcome } from '../../kit/trial-outcome.tsx';
import { useProvidersWords } from './providers-words.ts';
import { TrialProgressView } from './trial-progress.tsx';

/** Uses the settings in the form, even if unsaved. */
export function ProviderTrialCard({
  vendor,
  code,
  settings,
}: {
  vendor: VendorRow;
  /** Undefined for a provider that is not saved yet. */
  code: string | undefined;
  settings(): Record<string, unknown>;
}): ReactElement {
  const say = useProvidersWords();
  const api = useApi();
  const isFace = vendor.kind === 'face';
  const isPayment = vendor.kind === 'payment';
  const recipient = vendor.kind === 'email' ? 'emailAddress' : 'mobile';
  const [typed, setTyped] = useState({
    ...{ mobile: '', emailAddress: '', templateId: 'CODE_DEFAULT', codeValue: '482913' },
    ...{ personName: '', cardNo: '' },
  });
  const run = useMutation({
    mutationFn: async () => {
      const provider = code === undefined ? { vendor: vendor.code } : { code };
      const named = { ...provider, settings: settings() };
      const content = isFace
        ? { name: typed.personName, cardNo: typed.cardNo }
        : {
            ...(recipient === 'mobile' ? { mobile: typed.mobile } : { email: typed.emailAddress }),
            templateId: typed.templateId,
            values: { code: typed.codeValue },
          };
      const trial = isPayment ? named : { ...named, ...content };
      const report = await api.post<TrialReport>('providers/test', trial);
      return { report, named };
    },
  });
  const field = (
    name: keyof typeof typed,
    word: 'mobile' | 'emailAddress' | 'template' | 'codeValue' | 'personName' | 'cardNo',
  ) => (
    <label className="field">
      <span>{say(word)}</span>
      <Input
        value={typed[name]}
        onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
      />
    </label>
  );
  const isReady = isPayment || (isFace ? typed.personName && typed.cardNo : typed[recipient]);
  return (
    <section className="card provider-trial" aria-labelledby="provider-trial">
      <h2 id="provider-trial">{say('tryIt')}</h2>
      <p className="field-note">
        {say(isPayment ? 'tryPaymentHint' : isFace ? 'tryFaceHint' : 'tryHint')}
      </p>
      <div className="provider-trial-line">
        {isFace ? (
          <>
            {field('personName', 'personName')}
            {field('cardNo', 'cardNo')}
          </>
        ) : isPayment ? null : (
          <>
            {field(recipient, recipient)}
            {field('templateId', 'template')}
            {field('codeValue', 'codeValue')}
          </>
        )}
        <Button
          disabled={!isReady}
          aria-describedby="provider-trial-needs"
          loading={run.isPending}
          onClick={() => run.mutate()}
        >
          {say('run')}
        </Button>
      </div>
      <p id="provider-trial-needs" className="field-note">
        {!isReady && say(isFace ? 'runNeeds_person' : `runNeeds_${recipient}`)}
      </p>
      <ProblemBar error={run.error} />
      {run.data && <TrialOutcome report={run.data.report} />}
      {run.data?.report.follow && (
        <TrialProgressView
          key={run.data.report.follow}
          kind={vendor.kind}
          named={run.data.named}
          follow={run.data.report.follow}
          url={run.data.report.url}
          isForWechat={vendor.devices[0] === 'wechat'}
        />
      )}
    </section>
  );
}
