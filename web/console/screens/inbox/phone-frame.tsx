import type { ReactElement } from 'react';
import { useGo } from '../../client/scope.ts';
import { Icon } from '../../kit/icon.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { useCopy } from '../../kit/use-copy.ts';
import { useProductName } from '../../kit/use-product-name.ts';
import { useInboxWords } from './inbox-words.ts';
import { isMissed, type Message, mobileText, type Thread } from './threads.ts';

const states = [
  'accepted',
  'sent',
  'delivered',
  'undelivered',
  'expired',
  'rejected',
  'unknown',
] as const;

export function PhoneFrame({ thread }: { thread: Thread | undefined }): ReactElement {
  const say = useInboxWords();
  return (
    <section
      className="inbox-phone"
      aria-label={thread ? mobileText(thread.mobile) : say('choose')}
    >
      <header>
        <strong className="number">{thread ? mobileText(thread.mobile) : '–'}</strong>
        <span>{say('sandbox')}</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <ol className="inbox-bubbles" tabIndex={0} aria-label={say('messages')}>
        {[...(thread?.messages ?? [])].reverse().map((message) => (
          <Bubble key={message.requestId} message={message} />
        ))}
      </ol>
      <p className="inbox-listening">
        <Status tone="pending" word={say('listening')} />
      </p>
    </section>
  );
}

function Bubble({ message }: { message: Message }): ReactElement {
  const say = useInboxWords();
  const nameOf = useProductName();
  const go = useGo();
  const { requestId, text, code, product, sentAt, finishedAt } = message;
  const open = () => go(`calls/${requestId}`, { query: { mode: 'test' } });
  const state = states.find((one) => one === message.state) ?? 'sent';
  const [before = '', ...after] = code ? text.split(code) : [text];
  return (
    <li>
      <p className="inbox-bubble" data-missed={isMissed(message) || undefined}>
        {before}
        {code && <strong>{code}</strong>}
        {code && after.join(code)}
      </p>
      <p className="inbox-fate">
        <button type="button" title={say('openCall')} onClick={open}>
          {nameOf(product)} · {say(`state_${state}`)} <Time at={finishedAt ?? sentAt} />
        </button>
        {code && <CodeButton code={code} />}
      </p>
    </li>
  );
}

function CodeButton({ code }: { code: string }): ReactElement {
  const say = useInboxWords();
  const { isCopied, copy } = useCopy();
  return (
    <button
      type="button"
      className="inbox-code"
      aria-label={say('copyCode', { code })}
      onClick={() => copy(code)}
    >
      <Icon name={isCopied ? 'check' : 'copy'} size={14} /> {code}
    </button>
  );
}
