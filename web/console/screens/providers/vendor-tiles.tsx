import type { ReactElement } from 'react';
import type { VendorRow } from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { providerKinds } from '../../../../src/vendors/providers/provider.ts';
import { useLanguage } from '../../client/words.ts';
import { useProvidersWords } from './providers-words.ts';

export function VendorTiles({
  vendors,
  onChoose,
}: {
  vendors: readonly VendorRow[];
  onChoose(code: string): void;
}): ReactElement {
  const say = useProvidersWords();
  const language = useLanguage();
  const kinds = providerKinds.filter((kind) => vendors.some((one) => one.kind === kind));
  return (
    <div className="stack">
      {kinds.map((kind) => (
        <section key={kind} aria-labelledby={`vendors-${kind}`}>
          <h2 id={`vendors-${kind}`}>{say(kind)}</h2>
          <ul className="vendor-tiles">
            {vendors
              .filter((one) => one.kind === kind)
              .map(({ code, title }) => (
                <li key={code}>
                  <button type="button" className="card" onClick={() => onChoose(code)}>
                    <strong>{title[language]}</strong>
                    <code>{code}</code>
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
