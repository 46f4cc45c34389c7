import { Button, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { formatMoney, parseTypedMoney } from '../../../../src/foundation/money.ts';
import type {
  AutoTopUp,
  Forgotten,
  Offer,
} from '../../../../src/surfaces/console/funds/funds-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { amountText } from '../../kit/amount-text.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Field } from '../../kit/field.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { rateText } from '../../kit/rate-text.ts';
import { Status } from '../../kit/status.tsx';
import { toast } from '../../kit/toast.ts';
import { useFundsWords } from './funds-words.ts';
import { moneyOf, shownCost, usePayment } from './use-payment.ts';

interface AutomaticCardProps {
  automatic: AutoTopUp | null;
  /** The way to pay that can save a card. */
  offer: Offer;
  onChanged(): void;
}

/** Top-ups of the live wallet by a saved card: their terms, their card, and why they stopped. */
export function AutomaticCard({ automatic, offer, onChanged }: AutomaticCardProps): ReactElement {
  const say = useFundsWords();
  const mayPay = useMay()('funds.pay');
  const [open, setOpen] = useState<'terms' | 'switch' | 'card'>();
  const close = () => setOpen(undefined);
  const { currency } = offer;
  const rate = rateText(offer, useLanguage());
  return (
    <section className="card" aria-labelledby="funds-automatic">
      <header className="card-head">
        <h2 id="funds-automatic">{say('automatic')}</h2>
        {automatic && <Standing automatic={automatic} />}
      </header>
      <div className="funds-body">
        <p className="field-note">
          {automatic ? say(`automaticIs_${standingOf(automatic)}`) : say('automaticNote')}
        </p>
        {automatic && <Terms automatic={automatic} currency={currency} />}
        {rate && <p className="field-note">{say('automaticRate', { rate })}</p>}
        {automatic && automatic.leaving > 0 && (
          <p className="field-note">{say('cardsLeaving', { count: automatic.leaving })}</p>
        )}
        {mayPay && (
          <p className="funds-actions">
            {automatic?.isOn && automatic.card === null && (
              <SaveCard offer={offer} amount={automatic.amount} isFirst />
            )}
            <Button onClick={() => setOpen('terms')}>
              {say(automatic ? 'automaticChange' : 'automaticSetUp')}…
            </Button>
            {automatic && (
              <Button onClick={() => setOpen('switch')}>
                {say(automatic.isOn ? 'automaticOff' : 'automaticOn')}…
              </Button>
            )}
            {automatic?.card && <SaveCard offer={offer} amount={automatic.amount} />}
            {automatic?.card && (
              <Button onClick={() => setOpen('card')}>{say('cardRemove')}…</Button>
            )}
          </p>
        )}
      </div>
      {open === 'terms' && (
        <TermsDialog
          automatic={automatic}
          currency={currency}
          onChanged={onChanged}
          onClose={close}
        />
      )}
      {open === 'switch' && automatic && (
        <SwitchDialog automatic={automatic} onChanged={onChanged} onClose={close} />
      )}
      {open === 'card' && automatic && (
        <RemoveDialog card={automatic.card ?? ''} onChanged={onChanged} onClose={close} />
      )}
    </section>
  );
}

type Standing = 'on' | 'off' | 'no_card' | NonNullable<AutoTopUp['stopped']>;

function standingOf({ isOn, card, stopped }: AutoTopUp): Standing {
  if (stopped) return stopped;
  if (!isOn) return 'off';
  return card === null ? 'no_card' : 'on';
}

function Standing({ automatic }: { automatic: AutoTopUp }): ReactElement {
  const say = useFundsWords();
  const standing = standingOf(automatic);
  const tone = { on: 'good', off: 'off', no_card: 'pending' } as const;
  const isStopped = automatic.stopped !== null;
  return (
    <Status
      tone={isStopped ? 'bad' : tone[standing as keyof typeof tone]}
      word={say(isStopped ? 'automatic_stopped' : `automatic_${standing as keyof typeof tone}`)}
    />
  );
}

function Terms({ automatic, currency }: { automatic: AutoTopUp; currency: string }): ReactElement {
  const say = useFundsWords();
  const { threshold, amount, monthlyCap, spent, card } = automatic;
  const rows = [
    [say('threshold'), amountText(threshold, currency)],
    [say('automaticAmount'), amountText(amount, currency)],
    [
      say('thisMonth'),
      say('spentOf', { spent: amountText(spent, currency), cap: amountText(monthlyCap, currency) }),
    ],
    [say('card'), card ?? say('noCard')],
  ] as const;
  return <Facts facts={rows} />;
}

/** One payment that the customer makes himself, with which the provider saves the card. */
function SaveCard({
  offer,
  amount,
  isFirst = false,
}: {
  offer: Offer;
  amount: string;
  isFirst?: boolean;
}): ReactElement {
  const say = useFundsWords();
  const pay = usePayment(offer, amount, true);
  const { charged, chargedCurrency } = shownCost(offer, moneyOf(amount));
  const sum = { amount: amountText(formatMoney(charged), chargedCurrency) };
  return (
    <>
      <ProblemBar error={pay.error} isChange />
      <Button
        type={isFirst ? 'primary' : 'default'}
        loading={pay.isPending}
        onClick={() => pay.mutate()}
      >
        {say(isFirst ? 'cardSave' : 'cardReplace', sum)}
      </Button>
    </>
  );
}

interface DialogProps {
  onChanged(): void;
  onClose(): void;
}

function useSet({ onChanged, onClose }: DialogProps) {
  const say = useFundsWords();
  const api = useApi();
  return async (terms: Pick<AutoTopUp, 'isOn' | 'threshold' | 'amount' | 'monthlyCap'>) => {
    await api.post('funds/automatic', terms);
    toast(say('automaticSaved'));
    onChanged();
    onClose();
  };
}

const fields = ['threshold', 'amount', 'monthlyCap'] as const;
/** Without the decimals that say nothing. */
const typedOf = (amount = '') => amount.replace(/\.?0+$/, '');

function TermsDialog({
  automatic,
  currency,
  ...done
}: DialogProps & { automatic: AutoTopUp | null; currency: string }): ReactElement {
  const say = useFundsWords();
  const set = useSet(done);
  const [typed, setTyped] = useState({
    threshold: typedOf(automatic?.threshold),
    amount: typedOf(automatic?.amount),
    monthlyCap: typedOf(automatic?.monthlyCap),
  });
  // The server refuses it too; here it is seen while it is typed.
  const [amount, cap] = [typed.amount, typed.monthlyCap].map((text) =>
    parseTypedMoney(text.trim()),
  );
  const isCapTooLow = amount !== undefined && cap !== undefined && cap < amount;
  return (
    <Confirm
      isOpen
      title={say('automatic')}
      verb={say('automaticSave')}
      summary={fields.map((name) => ({ label: say(`ask_${name}`), value: typed[name] }))}
      canConfirm={fields.every((name) => typed[name].trim() !== '') && !isCapTooLow}
      onConfirm={() => set({ isOn: automatic?.isOn ?? true, ...typed })}
      onClose={done.onClose}
    >
      {fields.map((name) => (
        <Field
          key={name}
          label={say(`ask_${name}`)}
          name={name}
          note={say(`ask_${name}_note`)}
          {...(name === 'monthlyCap' && isCapTooLow
            ? { problem: say('capTooLow', { amount: amountText(formatMoney(amount), currency) }) }
            : {})}
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            suffix={currency}
            value={typed[name]}
            onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
          />
        </Field>
      ))}
      <p className="field-note">{say('automaticConsent')}</p>
    </Confirm>
  );
}

function SwitchDialog({
  automatic,
  ...done
}: DialogProps & { automatic: AutoTopUp }): ReactElement {
  const say = useFundsWords();
  const set = useSet(done);
  const { isOn, threshold, amount, monthlyCap } = automatic;
  return (
    <Confirm
      isOpen
      title={say(isOn ? 'automaticOffTitle' : 'automaticOnTitle')}
      verb={say(isOn ? 'automaticOff' : 'automaticOn')}
      onConfirm={() => set({ isOn: !isOn, threshold, amount, monthlyCap })}
      onClose={done.onClose}
    >
      <p>{say(isOn ? 'automaticOffText' : 'automaticConsent')}</p>
    </Confirm>
  );
}

function RemoveDialog({ card, ...done }: DialogProps & { card: string }): ReactElement {
  const say = useFundsWords();
  const api = useApi();
  return (
    <Confirm
      isOpen
      title={say('cardRemoveTitle')}
      rows={[{ label: say('card'), value: card }]}
      verb={say('cardRemove')}
      isDanger
      onConfirm={async () => {
        const { isRemoved } = await api.post<Forgotten>('funds/forget-card', {});
        toast(say(isRemoved ? 'cardRemoved' : 'cardLeaving'));
        done.onChanged();
        done.onClose();
      }}
      onClose={done.onClose}
    >
      <p>{say('cardRemoveText')}</p>
    </Confirm>
  );
}
