import './invoices.css';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { InvoiceSettings } from '../../../../src/surfaces/console/invoices/invoices-contract.ts';
import { useGo } from '../../client/scope.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { Facts } from '../../kit/facts.tsx';
import { joinWords } from '../../kit/join-words.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { useInvoiceWords } from './invoice-words.ts';
import { SettingsDialog } from './settings-dialog.tsx';
import { VatCard } from './vat-card.tsx';

/** Who issues invoices, how they are numbered, and with which VAT. */
export default function InvoiceSettingsScreen(): ReactElement {
  const say = useInvoiceWords();
  const api = useApi();
  const go = useGo();
  const { data, error, refetch } = useQuery({
    queryKey: [api.scope, 'invoices', 'settings'],
    queryFn: ({ signal }) => api.get<InvoiceSettings>('invoices/settings', {}, signal),
  });
  const refresh = () => void refetch();
  return (
    <>
      <PageHead
        title={say('settingsTitle')}
        trail={{ label: say('back'), onOpen: () => go('invoices') }}
      />
      <ProblemBar error={error} onRetry={refresh} />
      {!data && !error && <CardSkeleton height={320} />}
      {data && (
        <div className="stack">
          <SettingsCard all={data} onChanged={refresh} />
          <VatCard rules={data.rules} onChanged={refresh} />
        </div>
      )}
    </>
  );
}

const seller = ['sellerAddress', 'sellerTaxId'] as const;
const patterns = ['invoicePattern', 'creditNotePattern'] as const;

function SettingsCard({
  all: { settings, next, missing, sellerName },
  onChanged,
}: {
  all: InvoiceSettings;
  onChanged(): void;
}): ReactElement {
  const say = useInvoiceWords();
  const go = useGo();
  const mayChange = useMay()('invoices.change');
  const [isEditing, setEditing] = useState(false);
  const language = useLanguage();
  const patternFact = (name: (typeof patterns)[number]) => (
    <>
      {settings[name]} <span className="soft">{say('nextNumber', { number: next[name] })}</span>
    </>
  );
  return (
    <section className="card">
      <header className="card-head invoices-head">
        <h2>{say('isOn')}</h2>
        <Status tone={settings.isOn ? 'good' : 'off'} word={say(settings.isOn ? 'on' : 'off')} />
        {mayChange && (
          <Button size="small" onClick={() => setEditing(true)}>
            {say('change')}…
          </Button>
        )}
      </header>
      {!settings.isOn && (
        <p className="invoices-steps">
          {missing.length > 0
            ? say('isOnMissing', { missing: joinWords(missing, language) })
            : say('isOnReady')}
        </p>
      )}
      <Facts
        className="facts-wide invoices-body"
        facts={[
          [
            say('seller'),
            sellerName ?? (
              <span key="seller" className="soft">
                {say('sellerMissing')}{' '}
                <button type="button" className="link" onClick={() => go('settings')}>
                  {say('sellerEnter')}
                </button>
              </span>
            ),
          ],
          ...seller.map(
            (name) =>
              [say(name), settings[name] || <span className="soft">{say('notSet')}</span>] as const,
          ),
          ...patterns.map((name) => [say(name), patternFact(name)] as const),
          [say('takesFapiao'), say(settings.takesFapiao ? 'on' : 'off')],
        ]}
      />
      {isEditing && (
        <SettingsDialog settings={settings} onDone={onChanged} onClose={() => setEditing(false)} />
      )}
    </section>
  );
}
