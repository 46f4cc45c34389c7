import type { ReactElement } from 'react';
import type { Offer } from '../../../../src/surfaces/console/funds/funds-contract.ts';
import { Icon } from '../../kit/icon.tsx';

/** The methods that payers know by name, in the order in which they are shown. */
const known = ['card', 'alipay', 'wechat'] as const;
export type KnownMethod = (typeof known)[number];

const letters: Readonly<Partial<Record<string, string>>> = { alipay: 'A', wechat: 'W' };

/** Known by its code or its English title: a provider may call its only method a page. */
export function knownMethod({ method, title }: Pick<Offer, 'method' | 'title'>) {
  return known.find((each) => `${method} ${title.en}`.toLowerCase().includes(each));
}

/**
 * Cards first, and what is not known last; those of one provider together, its page before its QR code: a phone
 * cannot scan its own screen.
 */
export function inShownOrder(offers: readonly Offer[]): Offer[] {
  const codes = offers.map(({ providerCode }) => providerCode);
  const place = (offer: Offer) => [
    [...known, undefined].indexOf(knownMethod(offer)),
    codes.indexOf(offer.providerCode),
    Number(offer.shows === 'qr'),
  ];
  const step = (one: number[], other: number[]) => one.map((at, index) => at - (other[index] ?? 0));
  return offers.toSorted((one, other) => step(place(one), place(other)).find(Boolean) ?? 0);
}

/** A tile of our own: no trademark is drawn, the title beside it names the method. */
export function MethodMark({ kind }: { kind: KnownMethod | 'bank' | undefined }): ReactElement {
  const icons = { card: 'card', bank: 'building' } as const;
  const icon = kind === 'card' || kind === 'bank' ? icons[kind] : 'wallet';
  return (
    <span className="funds-mark" data-kind={kind} aria-hidden="true">
      {letters[kind ?? ''] ?? <Icon name={icon} size={16} />}
    </span>
  );
}
