/** Enough for a slow phone; some networks drop the request silently. */
const longestLoadMs = 15_000;
/** The server accepts no more. */
const longestData = 8_192;

/**
 * Collects the browser data that the provider requires through its own script. Called only after the consent:
 * nothing of the provider is loaded before. The script runs in a frame with an opaque origin: of this page it reaches
 * nothing, and what it sends is only text.
 */
export function collectBrowserData(frameUrl: string): Promise<string> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.referrerPolicy = 'no-referrer';
  frame.className = 'unseen';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  frame.src = frameUrl;
  const end = new AbortController();
  const collected = new Promise<string>((resolve, reject) => {
    const take = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== frame.contentWindow || origin !== 'null') return;
      if (isBrowserData(data)) resolve(data);
      else reject(new Error('no usable data'));
    };
    window.addEventListener('message', take, { signal: end.signal });
    window.setTimeout(() => reject(new Error('not loaded in time')), longestLoadMs);
  });
  document.body.append(frame);
  return collected.finally(() => {
    end.abort();
    frame.remove();
  });
}

function isBrowserData(data: unknown): data is string {
  return typeof data === 'string' && data !== '' && data.length <= longestData;
}
