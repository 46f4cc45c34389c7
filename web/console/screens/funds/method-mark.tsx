import type { ReactElement } from 'react';
import type { Offer } from '../../../../src/surfaces/console/funds/funds-contract.ts';
import { Icon } from '../../kit/icon.tsx';

export const methodGroups = ['card', 'wallet', 'rest'] as const;
type MethodGroup = (typeof methodGroups)[number];

const ofMethods: Readonly<Record<string, { group: MethodGroup; letters?: string }>> = {
  card: { group: 'card' },
  alipay: { group: 'wallet', letters: 'A' },
  wechat: { group: 'wallet', letters: 'W' },
};

/** Known by its code or its English title: a provider may call its only method a page. */
function kindOf({ method, title }: Pick<Offer, 'method' | 'title'>) {
  const name = Object.keys(ofMethods).find((each) =>
    `${method} ${title.en}`.toLowerCase().includes(each),
  );
  return name ? { name, ...ofMethods[name] } : undefined;
}

export const groupOfOffer = (offer: Pick<Offer, 'method' | 'title'>): MethodGroup =>
  kindOf(offer)?.group ?? 'rest';

/** A tile of our own: no trademark is drawn, the title beside it names the method. */
export function MethodMark({ offer }: { offer: Offer }): ReactElement {
  const kind = kindOf(offer);
  return (
    <span className="funds-mark" data-kind={kind?.name} aria-hidden="true">
      {kind?.letters ?? <Icon name={kind?.name === 'card' ? 'card' : 'wallet'} size={16} />}
    </span>
  );
}
