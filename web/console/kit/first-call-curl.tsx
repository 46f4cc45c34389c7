import './first-call-curl.css';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import { useKitWords } from './kit-words.ts';
import { Status } from './status.tsx';

/** An empty state with a command that works as pasted, and a note that the call is awaited. */
export function FirstCallCurl({
  sentence,
  curl,
  keyHint,
}: {
  sentence: ReactNode;
  curl: string;
  /** The end of the key, such as `…jA1e`. */
  keyHint: string;
}): ReactElement {
  const say = useKitWords();
  return (
    <div className="first-call-curl">
      <p>{sentence}</p>
      <CurlText curl={curl} />
      <p className="empty-actions">
        <CopyButton text={curl} isPrimary />
        <span className="soft">{say('ownKey')}</span>
      </p>
      <p className="empty-waiting">
        <Status tone="pending" />
        <span>
          {say('waitingFirst')} <code>{keyHint}</code>
        </span>
        <Elapsed />
      </p>
    </div>
  );
}

/** A command with its quoted parts highlighted. */
export function CurlText({ curl }: { curl: string }): ReactElement {
  return (
    <pre className="curl">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <code tabIndex={0}>
        {curl.split(/('[^']*')/).map((part, index) =>
          part.startsWith("'") ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
            <span key={index} className="curl-quoted">
              {part}
            </span>
          ) : (
            part
          ),
        )}
      </code>
    </pre>
  );
}

function Elapsed(): ReactElement {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="number soft" aria-hidden="true">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  );
}
