import './download-dock.css';
import type { ReactElement } from 'react';
import { dropDownload, useDownloads } from '../client/downloads.ts';
import { Icon } from './icon.tsx';
import { useKitWords } from './kit-words.ts';
import { numberText } from './number-text.ts';
import { Status } from './status.tsx';

/** Downloads in progress, at the bottom of every screen. */
export function DownloadDock(): ReactElement | null {
  const say = useKitWords();
  const downloads = useDownloads();
  if (downloads.length === 0) return null;
  return (
    <aside className="download-dock" aria-label={say('downloads')}>
      {downloads.map(({ id, name, rows, expected, state, href }) => (
        <div key={id} className="download" role="status">
          <Status tone={state === 'running' ? 'pending' : state === 'done' ? 'good' : 'bad'} />
          <span className="download-name">
            {href ? (
              <a href={href} download={name}>
                {name}
              </a>
            ) : (
              name
            )}
          </span>
          <span className="soft number">
            {state === 'failed'
              ? say('downloadFailed')
              : expected === undefined || state === 'done'
                ? say('rows', { count: rows, shown: numberText(rows) })
                : say('rowsOf', {
                    count: expected,
                    rows: numberText(rows),
                    expected: numberText(expected),
                  })}
          </span>
          <button
            type="button"
            className="link"
            aria-label={`${say(state === 'running' ? 'cancel' : 'close')} ${name}`}
            onClick={() => dropDownload(id)}
          >
            {state === 'running' ? say('cancel') : <Icon name="close" size={14} />}
          </button>
          {state === 'running' && expected !== undefined && expected > 0 && (
            <progress max={expected} value={Math.min(rows, expected)} aria-label={name} />
          )}
        </div>
      ))}
    </aside>
  );
}
