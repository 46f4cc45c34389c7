import type { ReactElement } from 'react';
import type { Conversion } from '../../../../src/surfaces/console/verifications/verifications-contract.ts';
import { languageTags, useLanguage } from '../../client/words.ts';
import { noNumber, numberText, percentText } from '../../kit/number-text.ts';
import { timeText } from '../../kit/time-text.ts';
import { useVerificationWords } from './verification-words.ts';

export const facets = ['providers', 'regions', 'times'] as const;
export type Facet = (typeof facets)[number];

interface CodesRow {
  name: string;
  sent: number;
  delivered: number;
  approved: number;
}

/** The codes of a period by one facet, with what share of them was approved. */
export function CodesTable({
  conversion,
  facet,
}: {
  conversion: Conversion;
  facet: Facet;
}): ReactElement {
  const say = useVerificationWords();
  const label = say('codes', { facet: say(`by_${facet}`).toLowerCase() });
  const rows = useRows(conversion, facet);
  if (rows.length === 0) return <p className="verify-note">{say('noCodes')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="table-scroll verify-codes" aria-label={label} tabIndex={0}>
      <table className="table table-34">
        <caption className="unseen">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{say(`by_${facet}`)}</th>
            {(['sent', 'delivered', 'approved', 'share'] as const).map((name) => (
              <th key={name} scope="col" className="number">
                {say(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, sent, delivered, approved }) => (
            <tr key={name}>
              <td>{name}</td>
              <td className="number">{numberText(sent)}</td>
              <td className="number">{numberText(delivered)}</td>
              <td className="number">{numberText(approved)}</td>
              <td className="number">{sent > 0 ? percentText(approved / sent, 1) : noNumber}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function useRows({ providers = [], regions, times, unit }: Conversion, facet: Facet): CodesRow[] {
  const say = useVerificationWords();
  const language = useLanguage();
  if (facet === 'times') {
    const form = unit === 'day' ? 'day' : 'short';
    return times
      .map(({ at, ...row }) => ({ name: timeText(at, form, language), ...row }))
      .toReversed();
  }
  const regionNames = new Intl.DisplayNames([languageTags[language]], { type: 'region' });
  const nameOf = (name: string) => (facet === 'regions' ? regionNames.of(name) : name);
  return (facet === 'regions' ? regions : providers).map(({ name, ...row }) => ({
    name: (name && nameOf(name)) ?? say('unknownName'),
    ...row,
  }));
}
